// The socket: kept by htmx, watched here.

import { byId, owner } from "./parts.js";

const SLOW = 900; // a connection that is back sooner was never missed

const offline = byId("offline");
export let connection = null; // hx-ws's own record of the socket
let missed = 0;

export const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN;

export const swap = (text) =>
  htmx.swap({ sourceElement: owner, target: owner, swap: "none swapEmpty:false", text });

// A socket may look open long after the network has gone: a new one tells.
export function lose() {
  offline.hidden = false;
  if (isOpen()) connection.socket.close();
}

// Something came through.
export function found() {
  if (isOpen() && navigator.onLine) offline.hidden = true;
}

addEventListener("offline", () => {
  offline.hidden = false;
});

addEventListener("online", () => {
  if (!isOpen()) return;
  offline.hidden = true;
  connection.socket.close();
});

owner.addEventListener("htmx:ws:before:connection", (event) => {
  connection = event.detail.connection;
});

owner.addEventListener("htmx:ws:after:connection", () => {
  clearTimeout(missed);
  missed = 0;
  offline.hidden = true;
});

owner.addEventListener("htmx:ws:close", () => {
  missed ||= setTimeout(() => {
    offline.hidden = isOpen();
  }, SLOW);
});

// An invitation's buttons: the phone's share sheet where there is one, and copying, also on plain
// http, where browsers hide their clipboard. Listens to the document: a page's parts are swapped.

const NEWS_MS = 4000;
const FIELD = "input, textarea"; // a link, or a text that ends with one
const root = document.documentElement;
let clearing = 0;

if (navigator.share) root.dataset.share = "";

document.addEventListener("click", ({ target }) => {
  const button = target.closest(".invitation button");
  if (button?.matches(".copy")) copy(button);
  if (button?.matches(".share")) share(button.closest(".invitation"));
});

// One tap marks all of it.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".invitation-link input, .share-text")) target.select();
});

async function copy(button) {
  const invitation = button.closest(".invitation");
  const done = await put(invitation.querySelector(FIELD));
  tell(invitation, done ? button.dataset.done : button.dataset.failed);
  if (done) button.focus({ preventScroll: true });
}

async function put(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.focus({ preventScroll: true });
    input.setSelectionRange(0, input.value.length); // an iPhone's select() leaves readonly fields alone
    return document.execCommand("copy"); // old, but all that plain http has
  }
}

async function share(invitation) {
  const field = invitation.querySelector(FIELD);
  const link = { title: invitation.dataset.title, url: field.value };
  try {
    await navigator.share(field.matches("textarea") ? { text: field.value } : link);
  } catch {
    // Thought better of it, or the sheet did not open: the link is there to be copied.
  }
}

function tell(invitation, words) {
  const news = invitation.querySelector(".invitation-news");
  news.textContent = words;
  clearTimeout(clearing);
  clearing = setTimeout(() => {
    news.textContent = "";
  }, NEWS_MS);
}

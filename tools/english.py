"""Fill in the English catalogue: English is spoken as it is written in the code."""

from pathlib import Path

from babel.messages.pofile import read_po, write_po

CATALOGUE = Path("locales", "en", "LC_MESSAGES", "messages.po")


def main() -> None:
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if message.id:
            message.string = message.id
    with CATALOGUE.open("wb") as file:
        write_po(file, catalogue)


if __name__ == "__main__":
    main()

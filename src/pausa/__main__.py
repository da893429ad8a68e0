"""`python -m pausa` is the program `pausa`."""

from pausa.cli import main

if __name__ == "__main__":
    main(prog_name="pausa")

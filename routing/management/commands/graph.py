"""`manage.py graph MODE`: the picture of a mode's graph, as SVG."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from routing.modes.draw import svg
from routing.modes.tables import CIRCLES, TABLES


class Command(BaseCommand):
    help = "Prints the graph of a mode as SVG, drawn from the table that its turns walk."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mode", choices=list(TABLES))

    def handle(self, *args: Any, mode: str, **options: Any) -> None:
        self.stdout.write(svg(TABLES[mode], circles=CIRCLES), ending="")

"""`manage.py draw_graph`: the picture of the routing graph for the documentation."""

from typing import Any

from django.core.management.base import BaseCommand

from routing.graph.draw import svg


class Command(BaseCommand):
    help = "Prints the routing graph as SVG, drawn from the table that turns walk."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(svg(), ending="")

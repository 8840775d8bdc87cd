"""The icons: an arch of stones in two colours, in a box of 512 by 512."""

import math
from dataclasses import dataclass

from .palette import GOLD, PALE_GOLD, VERDIGRIS
from .path_data import one_decimal, point, star

LIGHT_STONE = "#F1E2BE"
BRIGHT_GOLD = "#EBC767"
FIELD = "#4B1540"
GLOW = (
    '<defs><radialGradient id="b" cx=".5" cy=".35" r=".8"><stop stop-color="#611A50"/>'
    '<stop offset="1" stop-color="#3A0F32"/></radialGradient></defs>'
)


@dataclass(frozen=True)
class Arch:
    """An arch of stones that alternate in colour, on two legs."""

    y: int  # the height at which the curve begins
    inner: int  # the radius of the opening
    outer: int  # the radius of the arch
    leg: int  # the length of a leg
    gap: float  # half the width of a joint
    stone_count: int = 9
    leg_stone_count: int = 2
    x: int = 256

    def svg(self, gold: str) -> str:
        """The stones, first the gold ones, then the light ones."""
        paths = ["", ""]
        for number in range(self.stone_count):
            paths[number % 2] += self.arch_stone(number)
        for number in range(self.leg_stone_count):
            paths[(number + 1) % 2] += self.leg_stones(number)
        colours = (gold, LIGHT_STONE)
        return "".join(
            f'<path d="{path}" fill="{colour}"/>'
            for path, colour in zip(paths, colours, strict=True)
        )

    def arch_stone(self, number: int) -> str:
        """A stone of the curve, counted from the left."""
        start = math.pi * (1 + number / self.stone_count)
        end = math.pi * (1 + (number + 1) / self.stone_count)
        inner_gap, outer_gap = self.gap / self.inner, self.gap / self.outer
        inner, outer = self.inner, self.outer
        return (
            f"M{self.at(outer, start + outer_gap)}"
            f"A{outer} {outer} 0 0 1 {self.at(outer, end - outer_gap)}"
            f"L{self.at(inner, end - inner_gap)}"
            f"A{inner} {inner} 0 0 0 {self.at(inner, start + inner_gap)}z"
        )

    def at(self, radius: int, angle: float) -> str:
        """A point at this distance from the centre of the curve, in this direction."""
        return point(self.x + radius * math.cos(angle), self.y + radius * math.sin(angle))

    def leg_stones(self, number: int) -> str:
        """A stone of the left leg and its twin, counted from the top."""
        height = self.leg / self.leg_stone_count
        top = one_decimal(self.y + number * height + self.gap)
        width, inner_height = self.outer - self.inner, one_decimal(height - 2 * self.gap)
        stone = f" {top}h{width}v{inner_height}h-{width}z"
        return f"M{self.x - self.outer}{stone}M{self.x + self.inner}{stone}"

    def opening(self) -> str:
        """The path of the opening."""
        left, right, foot = self.x - self.inner, self.x + self.inner, self.y + self.leg
        top = f"A{self.inner} {self.inner} 0 0 1 {right} {self.y}"
        return f"M{left} {foot}V{self.y}{top}V{foot}z"

    def sill(self) -> str:
        """The path of the bar below the legs."""
        width = 2 * self.outer + 28
        return f"M{self.x - self.outer - 14} {self.y + self.leg + 4}h{width}v22h-{width}z"


def icon() -> str:
    """The icon with rounded corners."""
    field = '<rect width="512" height="512" rx="112" fill="url(#b)"/>'
    return document(GLOW + field + motif(Arch(250, 116, 168, leg=132, gap=3)))


def maskable_icon() -> str:
    """The icon for systems that cut their own shape: nothing outside the inner 80 %."""
    field = '<rect width="512" height="512" fill="url(#b)"/>'
    return document(GLOW + field + motif(Arch(252, 94, 136, leg=104, gap=2.5)))


def favicon() -> str:
    """The icon for 16 pixels: fewer and thicker parts."""
    return document(favicon_parts())


def favicon_on_turn() -> str:
    """The favicon with a mark in its corner, while the game waits for the reader."""
    mark = (
        f'<circle cx="388" cy="124" r="108" fill="{FIELD}"/>'
        '<circle cx="388" cy="124" r="84" fill="#FF9A70"/>'
    )
    return document(favicon_parts() + mark)


def favicon_parts() -> str:
    """The field, the arch and a lozenge."""
    arch = Arch(256, 112, 192, leg=160, gap=8, stone_count=5, leg_stone_count=1)
    return (
        f'<rect width="512" height="512" rx="96" fill="{FIELD}"/>{arch.svg(BRIGHT_GOLD)}'
        f'<path d="M256 214l60 92-60 92-60-92z" fill="{BRIGHT_GOLD}"/>'
    )


def motif(arch: Arch) -> str:
    """A star in an arch."""
    sign = star(arch.x, arch.y + 14, arch.inner * 0.68, waist=0.42)
    return (
        f'<path d="{arch.opening()}" fill="{VERDIGRIS}"/>{arch.svg(GOLD)}'
        f'<path d="{sign}" fill="{PALE_GOLD}"/><path d="{arch.sill()}" fill="{GOLD}"/>'
    )


def document(body: str) -> str:
    """An icon as an SVG document."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{body}</svg>'

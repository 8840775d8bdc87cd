"""The command `byzanz` with all its sub-commands."""

import sys
from io import TextIOWrapper

import typer

from byzanz.cli.command_line import Command, CommandLine
from byzanz.cli.commands import (
    admin,
    analyze,
    arena,
    baselines,
    bench,
    bot,
    check,
    daily,
    dataset,
    demo,
    home,
    join,
    ladder,
    legal,
    load,
    mine,
    perft,
    play,
    puzzles,
    serve,
    show,
    simulate,
    site,
    tune,
    version,
    worker,
)

app = typer.Typer(
    cls=CommandLine,
    add_completion=False,
    suggest_commands=False,  # our error message lists all commands
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.callback(invoke_without_command=True, epilog=home.EXAMPLE)(home.home)
app.add_typer(admin.app, name="admin")
app.add_typer(baselines.app, name="baselines")
app.add_typer(dataset.app, name="dataset")
app.add_typer(puzzles.app, name="puzzles")
app.command(cls=Command, epilog=analyze.EXAMPLE)(analyze.analyze)
app.command(cls=Command, epilog=arena.EXAMPLE)(arena.arena)
app.command(cls=Command, epilog=bench.EXAMPLE)(bench.bench)
app.command(cls=Command, epilog=bot.EXAMPLE)(bot.bot)
app.command(cls=Command, epilog=check.EXAMPLE)(check.check)
app.command(cls=Command, epilog=daily.EXAMPLE)(daily.daily)
app.command(cls=Command, epilog=demo.EXAMPLE)(demo.demo)
app.command(cls=Command, epilog=join.EXAMPLE)(join.join)
app.command(cls=Command, epilog=ladder.EXAMPLE)(ladder.ladder)
app.command(cls=Command, epilog=legal.EXAMPLE)(legal.legal)
app.command(cls=Command, epilog=load.EXAMPLE)(load.load)
app.command(cls=Command, epilog=mine.EXAMPLE)(mine.mine)
app.command(cls=Command, epilog=perft.EXAMPLE)(perft.perft)
app.command(cls=Command, epilog=play.EXAMPLE)(play.play)
app.command(cls=Command, epilog=serve.EXAMPLE)(serve.serve)
app.command(cls=Command, epilog=show.EXAMPLE)(show.show)
app.command(cls=Command, epilog=simulate.EXAMPLE)(simulate.simulate)
app.command(cls=Command, epilog=site.EXAMPLE)(site.site)
app.command(cls=Command, epilog=tune.EXAMPLE)(tune.tune)
app.command(cls=Command, epilog=version.EXAMPLE)(version.version)
app.command(cls=Command, epilog=worker.EXAMPLE)(worker.worker)


def run() -> None:
    """Run the command of `sys.argv` and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # names may not fit the terminal's encoding
    app(prog_name="byzanz")

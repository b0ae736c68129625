"""The whole training in one command: its stages fit together, run as they should, and fail loudly."""

import importlib
import importlib.util
import inspect
import itertools
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from training import mined, real, recipe, shards
from training.recipe import RATES, REAL_SHARES, SHARDS, SIZES, STEPS, Given, run, stages
from training.shards import SCENES
from vision.imaging.crops import MODELS

FOLDER, RENDERS, PHOTOS, BYLER, OUT = (Path(name) for name in ("folder", "renders", "photos", "byler", "out"))
GIVEN = Given(FOLDER, RENDERS, PHOTOS, BYLER, OUT)
ALL = stages(GIVEN)


def commands(module):
    """Return the arguments of all commands of one module, in the order of the stages."""
    return [given for _, rows in ALL for row in rows for name, *given in row if name == module]


# The stages, as what they are: lists


def test_no_stage_keeps_more_than_two_cores_busy():
    assert all(1 <= len(rows) <= 2 and all(rows) for _, rows in ALL)
    names = [name for name, _ in ALL]
    assert len(set(names)) == len(names)


def test_the_shards_are_disjoint_and_enough():
    ranges = [range(int(first), int(last)) for _, first, last in commands("shards")]
    for one, other in itertools.combinations(ranges, 2):
        assert not set(one) & set(other)
    drawn = [number for each in ranges for number in each]
    assert len(drawn) == SHARDS
    assert len(drawn) * SCENES >= 29_000
    assert max(drawn) < 9000  # shard9000 is the one of the mistakes
    assert all(folder == str(FOLDER) for folder, *_ in commands("shards"))


def test_nothing_is_read_before_it_is_made():
    names = [name for name, _ in ALL]
    made = [{row[0] for column in rows for row in column} for _, rows in ALL]
    order = [next(k for k, modules in enumerate(made) if name in modules) for name in ("shards", "train", "export")]
    assert order == sorted(order)
    assert names[-1] == "files"
    for source in ("real", "mined"):
        assert next(k for k, modules in enumerate(made) if source in modules) < order[1]
    ready = {str(MODELS / "finder.onnx")}
    for _, rows in ALL:
        for row in rows:
            for module, *given in row:  # a row's commands may use what those before them in it made
                wanted = {
                    "mined": given[2:3],
                    "export": given[1:2],
                    "train": given[given.index("--start") + 1 :][:1] if "--start" in given else [],
                }
                assert ready.issuperset(wanted.get(module, []))
                ready |= {given[2]} if module in ("train", "export") else set()


def test_all_networks_are_trained_on_and_written_from_what_was_trained_last():
    weights = {}
    for network, _, out, *given in commands("train"):
        assert ("--start" in given) == (network in weights)
        assert given[-1] == weights.get(network, given[-1])
        weights[network] = out
    assert weights.keys() == set(STEPS) == set(SIZES) == set(RATES) == set(REAL_SHARES) == {"finder", "reader", "poser"}
    written = {network: (source, out) for network, source, out in commands("export") if Path(out).parent == OUT}
    assert written == {network: (weights[network], str(OUT / f"{network}.onnx")) for network in weights}


def test_the_shipped_finders_mistakes_are_mined_in_pictures_and_on_boards():
    assert {path for _, _, path, *_ in commands("mined")} == {str(MODELS / "finder.onnx")}
    assert {tuple(given[4:]) for given in commands("mined")} == {(str(RENDERS), str(PHOTOS)), ()}


def test_the_shipped_finder_and_reader_are_trained_further():
    again = stages(replace(GIVEN, again=True, unpipped="odd", tables="tables"))
    given = [command for _, rows in again for row in rows for command in row]
    starts = {each[1]: each[each.index("--start") + 1] for each in given if each[0] == "train"}
    assert starts == {network: str(MODELS / f"{network}.onnx") for network in ("finder", "reader")}
    assert {each[1] for each in given if each[0] == "export"} == {"finder", "reader"}
    for pictures in ("real", "mined"):
        assert any(each[0] == pictures and each[-2:] == ("odd", "tables") for each in given)


# Every command is understood by its module


@pytest.mark.parametrize("module", sorted({row[0] for _, rows in ALL for column in rows for row in column}))
def test_every_module_is_there_and_is_run_by_main(module):
    source = Path(importlib.util.find_spec(f"training.{module}").origin).read_text(encoding="utf-8")
    assert source.rstrip().endswith(("main()", "main(*sys.argv[1:])"))
    assert 'if __name__ == "__main__":' in source


@pytest.mark.parametrize("module", [shards, real, mined])
def test_arguments_bind_to_main(module):
    name = module.__name__.rsplit(".", 1)[1]
    for given in commands(name):
        bound = inspect.signature(module.main).bind(*given).arguments
        assert bound["folder"] == str(FOLDER)
        for what, path in (("renders", RENDERS), ("photos", PHOTOS), ("byler", BYLER)):
            assert bound.get(what, str(path)) == str(path)
    assert commands(name)


def test_the_shards_asked_for_are_drawn_and_no_others(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shards, "draw_shard", lambda number: (number, [], []))
    monkeypatch.setattr(shards, "save_poses", lambda _poses, path: path.touch())
    monkeypatch.setattr(shards, "save_views", lambda _views, path: path.touch())
    monkeypatch.setattr(shards, "save", lambda _shard, path: path.touch())
    monkeypatch.setattr(shards.cv2, "setNumThreads", lambda _n: None)
    (tmp_path / "shard0001.npz").touch()
    for _, first, last in commands("shards"):
        shards.main(str(tmp_path), first, last)
    assert len(list(tmp_path.glob("shard*.npz"))) == SHARDS
    assert len(list(tmp_path.glob("pose*.npz"))) == SHARDS - 1
    assert "shard0001.npz" not in capsys.readouterr().out  # it was there already


class FakeBatches:
    """Batches that only remember what was asked of them."""

    def __init__(self, *given, **how):
        self.given, self.how = given, how

    def __len__(self):
        return 1

    def made_by(self, processes, *, pinned):
        assert (processes, pinned) == (0, False)
        return self


def test_training_understands_its_arguments(monkeypatch, capsys):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    train = importlib.import_module("training.train")
    asked, kept = [], []
    model = SimpleNamespace(state_dict=lambda: "weights")
    monkeypatch.setattr(train, "Batches", FakeBatches)
    monkeypatch.setattr(train, "train", lambda network, given, **how: asked.append((network, given, how)) or model)
    monkeypatch.setattr(train.torch, "save", lambda *given: kept.append(given))
    for owner, name in ((train.torch, "set_num_threads"), (train.cv2, "setNumThreads"), (train.cv2, "setRNGSeed")):
        monkeypatch.setattr(owner, name, lambda _n: None)
    for given in commands("train"):
        monkeypatch.setattr(sys, "argv", ["train", *given])
        train.main()
    made = [("finder", 1), ("poser", 1), ("reader", 1), ("reader", 2)]
    assert kept == [("weights", FOLDER / f"{network}{turn}.pt") for network, turn in made]
    for (network, turn), (name, batches, given) in zip(made, asked, strict=True):
        assert (name, batches.given) == (network, (network, FOLDER, SIZES[network]))
        assert (batches.how["seed"], batches.how["real_share"]) == (turn, REAL_SHARES[network][turn - 1])
        assert (given["steps"], given["rate"]) == (STEPS[network][turn - 1], RATES[network][turn - 1])
        assert (given["device"], given["seed"]) == ("cpu", turn)
        assert given["start"] == (FOLDER / f"{network}{turn - 1}.pt" if turn > 1 else None)
    assert len(capsys.readouterr().out.splitlines()) == len(made)


def test_exporting_understands_its_arguments(tmp_path, monkeypatch, capsys):
    pytest.importorskip("torch", reason="training needs the extra `train`")
    pytest.importorskip("onnx", reason="exporting needs the extra `train`")
    export = importlib.import_module("training.export")
    asked = []

    def written(network, weights, out, _temperature):
        out.write_bytes(b"1234")
        asked.append((network, weights, out))
        return 0.0

    monkeypatch.setattr(export, "export", written)
    ((row,),) = (rows for name, rows in stages(replace(GIVEN, out=tmp_path)) if name == "files")
    for _, *given in row:
        monkeypatch.setattr(sys, "argv", ["export", *given])
        export.main()
    assert asked == [
        (network, FOLDER / f"{network}{len(STEPS[network])}.pt", tmp_path / f"{network}.onnx") for network in STEPS
    ]
    assert capsys.readouterr().out.count("4 bytes") == len(STEPS)


def test_main_runs_all_stages_in_order_and_says_what_each_took(tmp_path, monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(recipe, "run", ran.append)
    monkeypatch.setattr(sys, "argv", ["recipe", str(tmp_path / "new"), "renders", "photos", "byler"])
    recipe.main()
    assert ran == [rows for _, rows in stages(replace(GIVEN, folder=tmp_path / "new", out=MODELS))]
    assert (tmp_path / "new").is_dir()
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [name for name, _ in ALL]


def test_a_part_of_it_has_fewer_scenes_and_steps():
    part = dict(stages(replace(GIVEN, part=0.5)))
    assert part["scenes"][1][-1] == ("shards", str(FOLDER), str(SHARDS // 4), str(SHARDS // 2))
    poser = part["networks"][0][-1]
    assert poser[poser.index("--steps") + 1] == str(STEPS["poser"][0] // 2)
    assert poser[poser.index("--rate") + 1] == str(RATES["poser"][0])


def test_on_an_accelerator_every_core_draws_and_others_than_the_one_that_trains_make_batches():
    there = stages(replace(GIVEN, cores=16, device="cuda"))
    assert len(dict(there)["scenes"]) == 16
    for row in dict(there)["networks"]:
        for module, *given in row:
            if module == "train":
                assert given[given.index("--device") + 1] == "cuda"
                assert int(given[given.index("--processes") + 1]) > 1


def test_main_stops_at_the_first_stage_that_fails(tmp_path, monkeypatch):
    ran = []

    def failing(rows):
        ran.append(rows)
        if len(ran) == 2:
            raise subprocess.CalledProcessError(1, "real")

    monkeypatch.setattr(recipe, "run", failing)
    monkeypatch.setattr(sys, "argv", ["recipe", str(tmp_path), "renders", "photos", "byler"])
    with pytest.raises(subprocess.CalledProcessError):
        recipe.main()
    assert len(ran) == 2


# How rows of commands run


class FakeWork:
    """Processes that are told beforehand how many looks they take and how they end."""

    def __init__(self, looks, codes=None):
        self.looks, self.codes = looks, codes or {}
        self.log = []
        self.running = []

    def __call__(self, arguments, env):
        assert env.items() >= {**os.environ, **recipe.KEPT}.items()
        assert arguments[:2] == [sys.executable, "-m"]
        return FakeProcess(self, arguments, arguments[2].removeprefix("training."))


class FakeProcess:
    def __init__(self, work, arguments, name):
        self.work, self.args, self.name = work, arguments, name
        self.left, self.returncode = work.looks[name], None
        work.log.append(f"begin {name}")
        work.running.append(name)

    def poll(self):
        self.left -= 1
        if self.returncode is None and self.left <= 0:
            self._end("end", self.work.codes.get(self.name, 0))
        return self.returncode

    def terminate(self):
        self._end("terminate", -15)

    def wait(self, timeout=None):
        assert self.returncode is not None, "waits for one that nobody told to end"
        return self.returncode

    def _end(self, how, code):
        self.work.log.append(f"{how} {self.name}")
        self.work.running.remove(self.name)
        self.returncode = code


def work_of(monkeypatch, looks, codes=None):
    work = FakeWork(looks, codes)
    monkeypatch.setattr(recipe.subprocess, "Popen", work)
    monkeypatch.setattr(recipe.time, "sleep", lambda _seconds: None)
    return work


def test_rows_run_side_by_side_and_a_row_in_order(monkeypatch):
    work = work_of(monkeypatch, {"a": 3, "b": 1, "c": 2, "d": 9})
    run(((("a",), ("b",), ("c",)), (("d",),)))
    assert work.log[:2] == ["begin a", "begin d"]
    assert [entry for entry in work.log if "d" not in entry.split()] == [
        f"{what} {name}" for name in "abc" for what in ("begin", "end")
    ]
    assert work.log[-1] == "end d"
    assert not work.running


def test_a_command_gets_its_arguments(monkeypatch):
    work, given = work_of(monkeypatch, {"a": 1}), []
    monkeypatch.setattr(recipe.subprocess, "Popen", lambda args, **more: given.append(args) or work(args, **more))
    run([[("a", "one", "--two", "2")]])
    assert given == [[sys.executable, "-m", "training.a", "one", "--two", "2"]]


def test_when_a_command_fails_nothing_more_is_begun_and_the_others_are_ended(monkeypatch):
    work = work_of(monkeypatch, {"a": 2, "b": 1, "c": 50, "d": 1}, {"a": 3})
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(((("a",), ("b",)), (("c",), ("d",))))
    assert failed.value.returncode == 3
    assert "training.a" in failed.value.cmd
    assert work.log == ["begin a", "begin c", "end a", "terminate c"]
    assert not work.running


def test_nothing_to_do_is_done_at_once(monkeypatch):
    work = work_of(monkeypatch, {})
    run(())
    run(((), ()))
    assert work.log == []


MEETING = """
import pathlib, sys, time
mine, theirs = map(pathlib.Path, sys.argv[1:])
mine.touch()
until = time.monotonic() + 20
while not theirs.exists():
    if time.monotonic() > until:
        sys.exit(4)
    time.sleep(0.01)
"""
AFTER = "import pathlib, sys; sys.exit(0 if pathlib.Path(sys.argv[1]).exists() else 5)"
SLEEPING = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch(); time.sleep(60)"
FAILING = """
import pathlib, sys, time
while not pathlib.Path(sys.argv[1]).exists():
    time.sleep(0.01)
sys.exit(3)
"""


@pytest.fixture(name="modules")
def _modules(tmp_path, monkeypatch):
    """Stand in a folder whose `training` holds tiny modules."""
    package = tmp_path / "training"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, text in (("meeting", MEETING), ("after", AFTER), ("sleeping", SLEEPING), ("failing", FAILING)):
        (package / f"{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_real_processes_meet(modules):
    """Each of two rows waits for the other one's file: one after the other they never end."""
    run(((("meeting", "one", "two"), ("after", "two")), (("meeting", "two", "one"),)))
    assert {path.name for path in modules.iterdir()} >= {"one", "two"}


def test_a_failing_process_ends_the_others(modules, monkeypatch):
    begun, popen = [], subprocess.Popen
    monkeypatch.setattr(
        recipe.subprocess, "Popen", lambda args, **given: begun.append(popen(args, **given)) or begun[-1]
    )
    began = time.monotonic()
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run(((("failing", "asleep"),), (("sleeping", "asleep"),)))
    assert failed.value.returncode == 3
    assert time.monotonic() - began < 20
    assert (modules / "asleep").exists()
    assert sorted(process.returncode for process in begun) == [-15, 3]  # ended, and waited for

"""`score`, `legal`, `verify` and `replay` as the command line shows them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli.record_commands import main
from bot.engine import Game, Reason, Verb, apply, legal_actions, offered_actions, start_deal, why_illegal
from bot.engine.actions import play
from bot.engine.cards import cards_of
from bot.engine.record import make_record, write_record

from .games import ALL_RULES, play_game
from .test_garbage import run

GAME = play_game(ALL_RULES["modern-2"], 21)
RUNNING = play_game(ALL_RULES["modern-2"], 21, actions=30)
GOOD = json.dumps(GAME.document()).encode()


def answer(data: bytes | dict[str, Any], *arguments: str, code: int = 0) -> Any:  # noqa: ANN401
    out, err = said(data, *arguments, code=code)
    assert err == "" or arguments == ("verify",), err
    return json.loads(out)


def said(data: bytes | dict[str, Any], *arguments: str, code: int = 0) -> tuple[str, str]:
    """Return what a command prints on standard output and on standard error, after checking its exit code."""
    if isinstance(data, dict):
        data = json.dumps(data).encode()
    got, out, err = run(data, *arguments, "-")
    assert got == code, err
    return out, err


def test_score_gives_the_ledger_the_totals_and_the_winner() -> None:
    assert GAME.game.result is not None
    assert answer(GOOD, "score") == {
        "finished": True,
        "winner": list(GAME.game.result.winner),
        "totals": list(GAME.game.totals),
        "marks": [mark._asdict() for mark in GAME.game.marks],
    }
    first = answer(GOOD, "score")["marks"][0]
    assert list(first) == ["deal", "trick", "seat", "points", "reason"]


def test_score_has_a_winner_only_of_a_finished_game_and_partners_win_together() -> None:
    found = answer(RUNNING.document(), "score")
    assert (found["finished"], found["winner"]) == (False, None)
    document = {"format": "bezique-record/1", "rules": {}, "players": ["A", "B", "C"], "deals": []}
    assert answer(document, "score") == {"finished": False, "winner": None, "totals": [0, 0, 0], "marks": []}
    assert answer(document, "legal") == {"turn": [], "actions": []}
    assert answer(document, "verify") == {"deals": []}
    game = play_game(ALL_RULES["modern-partners"], 4)
    assert answer(game.document(), "score")["winner"] in ([0, 2], [1, 3])


@pytest.mark.parametrize(("seed", "actions"), [(3, 38), (21, 30)])
def test_legal_lists_every_action_sorted_and_no_resigning(seed: int, actions: int) -> None:
    """In a turn to declare, with two equal queens, and at a play: the pack's order is not that of the texts."""
    running = play_game(ALL_RULES["modern-2"], seed, actions=actions)
    found = answer(running.document(), "legal")
    assert found["turn"] == [running.game.deals[-1].turn]
    listed = [action.text for action in legal_actions(running.game)]
    assert found["actions"] == sorted(listed)
    assert sorted(listed) != listed
    assert (len(offered_actions(running.game)) < len(listed)) == (seed == 3)
    assert not [action for action in found["actions"] if "resign" in action or "timeout" in action]


def test_legal_after_a_deal_and_after_the_game_is_empty() -> None:
    between = play_game(ALL_RULES["modern-2"], 21, deals=1)
    assert between.game.result is None
    assert answer(between.document(), "legal") == {"turn": [], "actions": []}
    assert answer(GOOD, "legal") == {"turn": [], "actions": []}


def test_every_legal_action_can_be_appended_and_every_other_play_cannot() -> None:
    document = RUNNING.document()
    legal = answer(document, "legal")["actions"]
    seat = RUNNING.game.deals[-1].turn
    actions = document["deals"][-1]["actions"]
    for text in {*legal, *(f"{seat} play {card}" for card in document["deals"][-1]["deck"].split())}:
        document["deals"][-1]["actions"] = [*actions, text]
        code, _, err = run(json.dumps(document).encode(), "score", "-")
        assert code == (text not in legal)
        assert not err or err.startswith(f"deal 0, action {len(actions)} ({text}): ")


def test_an_illegal_action_is_named_with_its_place_reason_and_ruling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the last eight a card that does not follow suit is put in the place of the one that was played."""
    document, place, text = _revoke()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert main(["score", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"deal 0, action {place} ({text}): must follow suit (ruling 16)\n"
    for command in ("legal", "replay"):
        assert main([command, str(path)]) == 1
        assert capsys.readouterr() == ("", err)
    assert main(["verify", str(path)]) == 0, "a proof does not depend on the play"


def _revoke() -> tuple[dict[str, Any], int, str]:
    live = play_game(ALL_RULES["modern-2"], 21, deals=1)
    base = live.game.deals[0].base
    game = start_deal(Game(live.game.rules), base.dealer, base.deck).game
    for place, action in enumerate(live.actions[0]):
        deal = game.deals[-1]
        if deal.left == 0:
            for card in cards_of(deal.hold[deal.turn]):
                other = play(deal.turn, card)
                refusal = why_illegal(game, other)
                if refusal is not None and refusal.reason is Reason.FOLLOW_SUIT:
                    record = make_record(
                        game, ("Ann", "Ben"), [[*live.actions[0][:place], other]], shuffles=live.shuffles
                    )
                    return json.loads(write_record(record)), place, other.text
        game = apply(game, action).game
    raise AssertionError("nobody could have revoked in this game")


def test_with_lines_errors_are_objects_and_the_rest_goes_on() -> None:
    document, place, _ = _revoke()
    no_deck = json.loads(GOOD)
    no_deck["deals"][1]["deck"] = ""
    data = b"\n".join([GOOD, json.dumps(document).encode(), b"", json.dumps(no_deck).encode(), b"{", GOOD])
    code, out, err = run(data, "score", "--lines", "-")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[0] == lines[5] == answer(GOOD, "score")
    assert lines[1:5] == [
        {"error": "must follow suit (ruling 16)", "deal": 0, "action": place},
        {"error": "there is nothing to read", "deal": None, "action": None},
        {"error": "the deck has 0 cards where this game has 64", "deal": 1, "action": None},
        {"error": lines[4]["error"], "deal": None, "action": None},
    ]
    assert lines[4]["error"].startswith("not JSON: ")


def test_lines_may_end_in_any_way_and_no_lines_are_no_error() -> None:
    code, out, _ = run(GOOD + b"\r\n" + GOOD, "score", "--lines", "-")
    assert code == 0
    assert [json.loads(line)["finished"] for line in out.splitlines()] == [True, True]
    assert run(b"", "score", "-")[0] == 1
    assert run(b"", "score", "--lines", "-") == (0, "", "")


def test_verify_says_what_holds_for_each_deal_and_fails_if_anything_does_not() -> None:
    document = GAME.document()
    deals = len(document["deals"])
    first = {"deal": 0, "commitment": True, "entropy": True, "deck": True, "lots": None, "unproven": "no lots"}
    assert answer(GOOD, "verify") == {
        "deals": [
            first,
            *({"deal": number, "commitment": True, "entropy": True, "deck": True} for number in range(1, deals)),
        ]
    }
    assert list(answer(GOOD, "verify")["deals"][0]) == ["deal", "commitment", "entropy", "deck", "lots", "unproven"]
    document["deals"][1]["shuffle"]["commitment"] = "0" * 64
    found = answer(document, "verify", code=1)["deals"]
    assert found[:2] == [first, {"deal": 1, "commitment": False, "entropy": True, "deck": True}]
    data = json.dumps(document).encode() + b"\n" + GOOD
    code, out, _ = run(data, "verify", "--lines", "-")
    assert code == 1
    assert len(out.splitlines()) == 2


def test_verify_says_on_standard_error_what_no_program_can_check_a_line_a_deal() -> None:
    document = GAME.document()
    seals = [deal["shuffle"] for deal in document["deals"]]
    lines = said(document, "verify")[1].splitlines()
    assert len(lines) == len(seals) > 1
    for number, (line, seal) in enumerate(zip(lines, seals, strict=True)):
        message = seal["entropy"][0].removeprefix("message:")
        assert line.startswith(f"deal {number}: not checked")
        assert message in line
        assert seal["commitment"] in line
    assert said(document, "verify", "--lines")[1] == ""
    del document["deals"][0]["shuffle"]
    assert said(document, "verify")[1].startswith("deal 0: not checked: it has no shuffle, so its deck may be any\n")


def test_a_daily_deal_is_said_to_have_nothing_from_outside() -> None:
    document = play_game(ALL_RULES["modern-2"], 21, deals=1).document()
    document["deals"][0]["shuffle"]["entropy"] = ["daily:17"]
    out, err = said(document, "verify", code=1)
    assert json.loads(out)["deals"][0]["entropy"] is True
    assert err.startswith("deal 0: a daily deal; nothing from outside went in")


def test_a_strangers_strings_come_to_standard_error_on_one_safe_line() -> None:
    document = play_game(ALL_RULES["modern-2"], 21, deals=1).document()
    for commitment, entropy in (
        ("\x1b[31m\n" * 99, ["message:12"]),
        ("x" * 999, ["\u202e"]),
        ("c", ["message:" + "1" * 999]),
    ):
        document["deals"][0]["shuffle"] |= {"commitment": commitment, "entropy": entropy}
        err = said(document, "verify", code=1)[1]
        assert err.count("\n") == 1
        assert err[:-1].isprintable()
        assert len(err) < 400


def test_replay_is_a_text_and_with_lines_an_object() -> None:
    code, text, _ = run(GOOD, "replay", "-")
    assert code == 0
    assert text.startswith("Bézique for two: Ann and Ben\n")
    assert answer(GOOD, "replay", "--lines") == {"text": text}


@pytest.mark.parametrize("argv", [[], ["score"], ["score", "-", "x"], ["score", "--line", "-"], ["draw", "-"]])
def test_wrong_arguments_are_exit_code_2_and_usage(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: python -m bot")


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("score", "legal", "verify", "replay"))


@pytest.mark.parametrize("name", ["missing.json", ".", "a\x00b", "x" * 5000, "new\nline"])
def test_a_file_that_cannot_be_read_is_exit_code_2_and_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", f"{tmp_path}/{name}"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("cannot read ")
    assert len(err.splitlines()) == 1


def test_a_resignation_between_deals_ends_the_game() -> None:
    between = play_game(ALL_RULES["modern-2"], 21, deals=1)
    document = between.document()
    document["deals"][0]["actions"].append(f"0 {Verb.RESIGN}")
    assert answer(document, "score")["winner"] == [1]
    assert answer(document, "score")["marks"] == [mark._asdict() for mark in between.game.marks]

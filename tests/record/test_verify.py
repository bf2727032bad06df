"""What `verify` says of every deal, against a second verifier written from RECORD.md's sentences alone.

The second one knows nothing of the project (``book.py``). What may be entropy is not its subject (``test_proof.py``).
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.lots import SeatsBy

from .book import deck_by_the_book, lots_by_the_book, ordered_pack
from .games import ALL_RULES, play_game
from .test_garbage import run

Document = dict[str, Any]
Change = Callable[[Document], None]


def of_lots(document: Document, secret: bytes, entropy: list[str]) -> tuple[bool | None, list[str]]:
    """Step 8: whether seats and dealer follow, and why what is neither true nor false cannot be told."""
    players, lots = len(document["players"]), document["lots"]
    drawn = lots["seats"] == "drawn"
    seated, _, dealer = lots_by_the_book(secret, entropy, ordered_pack(players), players, drawn=drawn)
    if lots["seats"] != "chosen" and lots["numbers"] != seated:
        return False, []
    if lots["dealer"] == "cut" and document["deals"][0]["dealer"] != dealer:
        return False, []
    why = ["dealer passed from another game"] * (lots["dealer"] == "passed") + ["places chosen"] * (
        lots["seats"] == "chosen"
    )
    return (None, why) if why else (True, [])


def by_the_book(document: Document) -> list[dict[str, object]]:
    """What `verify` has to say of each deal of a well-formed record, entropy apart."""
    players, found = len(document["players"]), []
    for number, deal in enumerate(document["deals"]):
        said: dict[str, object] = {"deal": number}
        found.append(said)
        if "shuffle" not in deal:
            said["unproven"] = "no shuffle"
            continue
        shuffle = deal["shuffle"]
        secret, entropy, why = shuffle.get("secret"), shuffle.get("entropy", []), list[str]()
        said["commitment"] = said["deck"] = None
        if "withdrawn" in shuffle and (secret is not None or entropy):
            said["commitment"] = said["deck"] = False
        elif "withdrawn" in shuffle:
            why = ["withdrawn"]
        elif secret is None:
            why = ["running"]
        else:
            seed = bytes.fromhex(secret)
            told = hashlib.sha256(b"bezique/1/commit\x00" + seed).hexdigest()
            said["commitment"] = told == shuffle["commitment"]
            said["deck"] = deal["deck"] == " ".join(deck_by_the_book(seed, entropy, ordered_pack(players)))
        before = [each["shuffle"]["commitment"] for each in document["deals"][:number] if "shuffle" in each]
        if shuffle["commitment"] in before:
            said["commitment"] = False
        if number == 0:
            said["lots"] = None
            if "lots" in document and "withdrawn" in shuffle and not why:
                said["lots"] = False
            elif "lots" in document and not why:
                said["lots"], why = of_lots(document, bytes.fromhex(secret), entropy)
            elif not why:
                why = ["no lots"]
        elif "lots" in document:
            follows = deal["dealer"] == (document["deals"][number - 1]["dealer"] + 1) % players
            said["dealer"] = None if why else follows
        if why:
            said["unproven"] = ", ".join(why)
    return found


def verified(document: Document, *flags: str) -> tuple[int, list[dict[str, object]], str]:
    """Run the command; return its exit code, what it says of each deal without entropy, and standard error."""
    code, out, err = run(json.dumps(document).encode(), "verify", *flags, "-")
    deals = json.loads(out)["deals"]
    return code, [{key: value for key, value in deal.items() if key != "entropy"} for deal in deals], err


def any_false(found: list[dict[str, object]]) -> bool:
    return any(value is False for said in found for value in said.values())


def game(rules: str, seed: int, seats: SeatsBy | None) -> Document:
    return play_game(ALL_RULES[rules], seed, lots=seats).document()


GAMES = [
    game("modern-2", 21, SeatsBy.JOINED),
    game("modern-2", 23, SeatsBy.DRAWN),
    game("britannica-3", 5, SeatsBy.DRAWN),
    game("modern-partners", 4, SeatsBy.DRAWN),
]
GAME = GAMES[0]


def swapped(deal: Document) -> None:
    """Deal two other cards than the proof gives."""
    first, *rest, last = deal["deck"].split()
    deal["deck"] = " ".join([last, *rest, first])


def without_one_shuffle(document: Document) -> None:
    del document["deals"][1]["shuffle"]
    swapped(document["deals"][1])


def without_any_shuffle(document: Document) -> None:
    for deal in document["deals"]:
        del deal["shuffle"]
        swapped(deal)


def without_the_first_deal(document: Document) -> None:
    del document["deals"][0]


def two_exchanged(document: Document) -> None:
    deals = document["deals"]
    deals[1], deals[2] = deals[2], deals[1]


def one_shuffle_twice(document: Document) -> None:
    deals = document["deals"]
    deals[2] |= {"shuffle": deals[1]["shuffle"], "deck": deals[1]["deck"]}


def withdrawn_beside_the_proof(document: Document) -> None:
    for deal in document["deals"]:
        swapped(deal)
        deal["shuffle"]["withdrawn"] = True


def withdrawn(document: Document) -> None:
    for deal in document["deals"]:
        deal["shuffle"] = {"commitment": deal["shuffle"]["commitment"], "withdrawn": True}


def another_dealer_who_is_said_to_be_passed(document: Document) -> None:
    document["lots"]["dealer"] = "passed"
    for deal in document["deals"]:
        deal["dealer"] = (deal["dealer"] + 1) % len(document["players"])


def other_places_that_are_said_to_be_chosen(document: Document) -> None:
    document["lots"] |= {"seats": "chosen", "numbers": document["lots"]["numbers"][::-1]}


def other_seats(document: Document) -> None:
    document["lots"]["numbers"].reverse()


def another_first_dealer(document: Document) -> None:
    document["deals"][0]["dealer"] = (document["deals"][0]["dealer"] + 1) % len(document["players"])


def other_seats_under_a_dealer_who_is_said_to_be_passed(document: Document) -> None:
    document["lots"]["dealer"] = "passed"
    other_seats(document)


def chosen_places_under_another_dealer(document: Document) -> None:
    other_places_that_are_said_to_be_chosen(document)
    another_first_dealer(document)


def chosen_and_passed(document: Document) -> None:
    document["lots"] |= {"seats": "chosen", "dealer": "passed"}


def without_lots(document: Document) -> None:
    del document["lots"]


def without_secrets(document: Document) -> None:
    for deal in document["deals"]:
        del deal["shuffle"]["secret"]


def another_dealer_of_a_later_deal(document: Document) -> None:
    document["deals"][1]["dealer"] = document["deals"][0]["dealer"]


ATTACKS: list[tuple[Change, int | None]] = [
    (without_one_shuffle, 0),
    (without_any_shuffle, 0),
    (two_exchanged, 1),
    (one_shuffle_twice, 1),
    (withdrawn_beside_the_proof, 1),
    (withdrawn, 0),
    (another_dealer_who_is_said_to_be_passed, 0),
    (other_places_that_are_said_to_be_chosen, None),  # where seats were drawn, the dealer may not follow without
    (chosen_and_passed, 0),
    (without_lots, 0),
    (without_secrets, 0),
    (another_dealer_of_a_later_deal, 1),
    (other_seats, 1),
    (another_first_dealer, 1),
    (other_seats_under_a_dealer_who_is_said_to_be_passed, 1),
    (chosen_places_under_another_dealer, 1),
]


@pytest.mark.parametrize("document", GAMES, ids=range(len(GAMES)))
def test_a_whole_record_is_proved_deal_by_deal(document: Document) -> None:
    code, found, _ = verified(document, "--strict")
    assert code == 0
    assert len(found) > 1
    assert found == by_the_book(document)
    assert found == [
        {"deal": 0, "commitment": True, "deck": True, "lots": True},
        *({"deal": at, "commitment": True, "deck": True, "dealer": True} for at in range(1, len(found))),
    ]


@pytest.mark.parametrize(("attack", "code"), ATTACKS, ids=[attack.__name__ for attack, _ in ATTACKS])
@pytest.mark.parametrize("game", [each for each in GAMES if len(each["deals"]) > 2], ids=lambda _: "")
def test_of_a_changed_record_every_deal_is_spoken_of_as_the_second_verifier_does(
    attack: Change, code: int | None, game: Document
) -> None:
    document = copy.deepcopy(game)
    attack(document)
    got, found, err = verified(document)
    assert found == by_the_book(document)
    assert len(found) == len(document["deals"]) == len(err.splitlines())
    assert got == any_false(found)
    assert code in (got, None)
    if not got:
        assert any("unproven" in said for said in found)
    assert verified(document, "--strict")[0] == 1, "nothing that was changed passes for proved"


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_are_judged_alike(seed: int) -> None:
    """Any of the changes one after the other, in an order of the seed's."""
    document = copy.deepcopy(GAME)
    order = [attack for attack, _ in ATTACKS][seed::6]
    for attack in order:
        try:
            attack(document)
        except KeyError:  # what it changes another has taken away
            continue
        code, found, _ = verified(document)
        assert found == by_the_book(document), attack.__name__
        assert code == any_false(found)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("rules", "seats", "least"), [("modern-2", SeatsBy.JOINED, 8), ("modern-4", SeatsBy.DRAWN, 23)]
)
def test_without_the_first_deal_the_lots_have_to_follow_from_the_second(rules: str, seats: SeatsBy, least: int) -> None:
    """Of 24 records; with two hands that sit as they joined every second dealer follows by chance (docs/record.md)."""
    wrong = 0
    for seed in range(24):
        document = play_game(ALL_RULES[rules], seed, deals=2, lots=seats).document()
        without_the_first_deal(document)
        code, found, _ = verified(document)
        assert found == by_the_book(document)
        assert code == any_false(found)
        wrong += code
    assert wrong >= least


def test_what_is_said_where_one_deal_has_no_shuffle() -> None:
    document = copy.deepcopy(GAME)
    without_one_shuffle(document)
    found = verified(document)[1]
    assert found[1] == {"deal": 1, "unproven": "no shuffle"}
    assert [said for said in found if "unproven" in said] == [found[1]]
    assert found[2]["dealer"] is True


def test_a_commitment_that_appears_twice_is_false_at_its_second_deal_whatever_its_letters() -> None:
    document = copy.deepcopy(GAME)
    for change in (str, str.upper):
        document["deals"][2]["shuffle"] = {"commitment": change(GAME["deals"][0]["shuffle"]["commitment"])}
        document["deals"][2]["shuffle"]["entropy"] = GAME["deals"][2]["shuffle"]["entropy"]
        code, found, _ = verified(document)
        assert code == 1
        assert found[0]["commitment"] is True
        assert found[2] == {"deal": 2, "commitment": False, "deck": None, "dealer": None, "unproven": "running"}


def test_withdrawn_beside_a_secret_or_entropy_is_false() -> None:
    shuffle = GAME["deals"][1]["shuffle"]
    for keys in (("secret", "entropy"), ("secret",), ("entropy",)):
        document = copy.deepcopy(GAME)
        kept = {key: shuffle[key] for key in keys}
        document["deals"][1]["shuffle"] = {"commitment": shuffle["commitment"], "withdrawn": True, **kept}
        code, found, _ = verified(document)
        assert code == 1
        assert found[1] == {"deal": 1, "commitment": False, "deck": False, "dealer": True}


def test_a_deck_with_a_doubled_card_is_false_and_cannot_be_judged_without_its_secret() -> None:
    document = copy.deepcopy(GAME)
    deal = document["deals"][1]
    first, _, *rest = deal["deck"].split(" ")
    deal["deck"] = " ".join([first, first, *rest])
    code, found, _ = verified(document)
    assert code == 1
    assert found[1]["deck"] is False
    del deal["shuffle"]["secret"]
    code, _, err = run(json.dumps(document).encode(), "verify", "-")
    assert code == 1
    assert "a card is missing, doubled or of another pack" in err


def test_two_reasons_stand_side_by_side_and_each_false_thing_is_false_all_the_same() -> None:
    document = copy.deepcopy(GAME)
    chosen_and_passed(document)
    found = verified(document)[1]
    assert found[0]["unproven"] == "dealer passed from another game, places chosen"
    document["lots"]["seats"] = "joined"
    document["lots"]["numbers"].reverse()
    code, found, _ = verified(document)
    assert code == 1
    assert found[0] == {"deal": 0, "commitment": True, "deck": True, "lots": False}


def ids_of(document: Document) -> list[list[str]]:
    """Return each deal's entropy, to be changed in place."""
    return [deal["shuffle"]["entropy"] for deal in document["deals"]]


def entropies(document: Document) -> list[bool]:
    """Return what `verify` says of what went into each deal."""
    _, out, _ = run(json.dumps(document).encode(), "verify", "-")
    return [deal["entropy"] for deal in json.loads(out)["deals"]]


@pytest.mark.parametrize("running", [False, True])
def test_every_id_is_newer_than_those_of_the_deals_before_and_none_serves_twice(*, running: bool) -> None:
    """A deal's message is not the board of the deal before either, which version 1.0.0 made it."""
    for at, forged, holds in (
        (1, ["message:21", "board:30"], True),
        (1, ["message:20", "board:30"], False),
        (1, ["message:10", "board:30"], False),
        (1, ["message:19", "board:30"], False),
        (1, ["message:9", "board:30"], False),
        (1, ["message:11", "board:20"], False),
        (1, ["message:11", "board:15"], False),
        (2, ["message:10", "board:50"], False),
        (2, ["message:20", "board:50"], False),
        (2, ["message:21", "board:40"], False),
        (2, ["message:40", "board:41"], False),
        (2, ["message:41", "board:42"], True),
    ):
        document = copy.deepcopy(GAME)
        for number, entropy in enumerate(ids_of(document)):
            entropy[:] = [f"message:{20 * number + 10}", f"board:{20 * number + 20}"]
        assert all(entropies(document))
        ids_of(document)[at][:] = forged
        if running:
            del document["deals"][at]["shuffle"]["secret"]
        assert entropies(document)[at] is holds, (at, forged)
        assert entropies(document)[:at] == [True] * at


def test_ids_are_compared_past_a_deal_whose_proof_is_gone_or_not_well_formed() -> None:
    document = copy.deepcopy(GAME)
    document["deals"][2]["shuffle"]["entropy"] = GAME["deals"][0]["shuffle"]["entropy"]
    for gone in ({"shuffle": {"commitment": "c" * 64, "withdrawn": True}}, {}):
        del document["deals"][1]["shuffle"]
        document["deals"][1] |= gone
        said = json.loads(run(json.dumps(document).encode(), "verify", "-")[1])["deals"]
        assert said[2]["entropy"] is False


def test_the_number_of_a_day_goes_in_only_where_the_deal_is_the_game() -> None:
    document = copy.deepcopy(GAME)
    for at in (0, 1):
        ids_of(document)[at][:] = ["daily:7"]
    assert entropies(document)[:2] == [False, False]
    document["deals"] = document["deals"][:1]
    assert entropies(document) == [True]


def test_strict_asks_for_a_proof_of_every_line_too() -> None:
    good, bad = json.dumps(GAME).encode(), json.dumps(GAME | {"lots": GAME["lots"] | {"dealer": "passed"}}).encode()
    for lines, plain, strict in (([good], 0, 0), ([good, bad], 0, 1), ([good, b"{"], 0, 1), ([b""], 0, 1)):
        data = b"\n".join(lines) + b"\n"
        assert run(data, "verify", "--lines", "-")[0] == plain
        assert run(data, "verify", "--lines", "--strict", "-")[0] == strict


def test_only_verify_knows_strict() -> None:
    code, _, err = run(json.dumps(GAME).encode(), "score", "--strict", "-")
    assert code == 2
    assert "--strict" in err

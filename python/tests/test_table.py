"""Tables driven from Python, against the scripts of the command line."""

import json
import random

import pytest

import banco

DECK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]


def dollars(amount):
    return {"minor": 100 * amount, "currency": "USD"}


def ready(rules="ma-midi"):
    table = banco.Table(rules)
    table.say("ready 1 3")
    return table


def test_a_round_by_commands_is_the_round_of_a_script(command, tmp_path):
    lines = [
        "ready 1 3",
        "seat 1: bet player $100",
        "seat 3: bet banker $200",
        "dealer: no more bets",
        "shoe: 7h 2c Kd 6s",
        "seat 1: turn",
        "seat 3: turn",
        "dealer: settle",
    ]
    by_script = banco.Table("ma-midi")
    for line in lines:
        by_script.say(line)

    table = ready()
    table.decide({"do": "place_wager", "spot": "player", "amount": dollars(100)}, person=1)
    table.decide({"do": "place_wager", "spot": "banker", "amount": dollars(200)}, person=3)
    table.decide({"do": "no_more_bets"}, "dealer")
    table.say("shoe: 7h 2c Kd 6s")
    for person in [1, 3]:
        table.decide({"do": "turn_cards"}, person=person)
    events = table.decide({"do": "settle"}, "dealer")
    assert table.record() == by_script.record()
    assert [str(event) for event in events] == [
        "seat 1 loses $100 on Player",
        "$10 of vigorish is marked for seat 3",
        "seat 3 is paid $200 on Banker: Banker wins",
        "round 1 is settled",
    ]

    case = tmp_path / "round.case"
    case.write_text("\n".join(["case: a round", "rulebook: ma-midi", "play: " + lines[0], *lines[1:], "= owed by seat 3 $10"]) + "\n")
    out, told, code = command("run", str(case))
    assert code == 0, told + out.decode()


def test_a_refusal_has_its_clause_and_changes_nothing():
    table = ready()
    before = table.record()
    with pytest.raises(banco.BancoError) as raised:
        table.decide({"do": "settle"}, "dealer")
    (finding,) = raised.value.diagnostics
    assert finding["code"] and finding["cite"], finding
    assert raised.value.exit_code == 5
    assert table.record() == before
    with pytest.raises(banco.BancoError):
        table.say("dealer: settle")
    # What was refused is over: the table goes on.
    table.say("seat 1: bet player $100")


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda table: table.decide({"do": "dance"}, person=1), None),
        (lambda table: table.decide({"do": "place_wager", "spot": "moon", "amount": dollars(5)}, person=1), None),
        (lambda table: table.decide({"do": "sit", "seat": 2}), "no_person"),
        (lambda table: table.decide({"do": "sit", "seat": 2}, "king"), "no_such_role"),
        (lambda table: table.view("king"), "no_such_role"),
        (lambda table: table.view("participant"), "no_person"),
        (lambda table: table.say("seat 1: dance"), "bad_line"),
        (lambda table: table.say("hello"), "bad_line"),
    ],
)
def test_what_nobody_understands_is_told(ask, code):
    table = ready()
    before = table.record()
    with pytest.raises(banco.BancoError) as raised:
        ask(table)
    found = raised.value.diagnostics[0]["code"]
    assert found == code or (code is None and found), found
    assert table.record() == before


def test_a_hidden_card_is_nowhere_in_what_others_see():
    table = ready()
    table.say("seat 1: bet player $100")
    table.say("seat 3: bet banker $200")
    table.say("dealer: no more bets")
    table.say("shoe: 7h 2c Kd 6s")
    for role in ["onlooker", "display", "dealer"]:
        assert "7h" not in json.dumps(table.view(role)), role
    assert table.view("participant", person=1)["prompts"]


def test_a_bot_plays_rounds_as_they_are_settled_alone():
    dice = random.Random(5)
    table = banco.Table("co-rule-28")
    table.say("ready 1")
    for _ in range(12):
        chips = own(table)
        table.decide({"do": "place_wager", "spot": "tie", "amount": dollars(10)}, person=1)
        table.say("dealer: no more bets")
        dealt = play_out(table, dice)
        table.decide({"do": "settle"}, "dealer")
        (paid,) = banco.settle("co-rule-28", dealt, ["tie=10"])["wagers"]
        assert own(table) - chips == paid["net"]
        table.say("dealer: clear")


def play_out(table, dice):
    """Deals and turns cards until the round can be settled, going by what the table asks for."""
    dealt = []
    while "settle" not in asked(table, "dealer"):
        if "turn_cards" in asked(table, "participant", 1):
            table.decide({"do": "turn_cards"}, person=1)
        else:
            dealt.append(dice.choice(DECK))
            table.say(f"shoe: {dealt[-1]}")
    return dealt


def asked(table, role, person=None):
    return {prompt["prompt"] for prompt in table.view(role, person)["prompts"]}


def own(table):
    return table.view("participant", person=1)["own"]["chips"]["minor"]


def test_terms_of_a_table_may_be_set_and_must_hold():
    table = banco.Table("co-rule-28", set="wager.tie.max='$50'")
    table.say("ready 1")
    with pytest.raises(banco.BancoError) as raised:
        table.say("seat 1: bet tie $60")
    assert "$50" in str(raised.value)
    with pytest.raises(banco.BancoError):
        banco.Table("co-rule-28", set=["decks=99"])
    with pytest.raises(banco.BancoError):
        banco.Table("no-such-rulebook")

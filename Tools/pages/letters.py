"""The models of the walk: letters like those of real lists, and models that want to do harm."""

import datetime
import random

WORDS = ("sun rain snow fog wind tide stone river leaf root bark seed field hill road bridge lamp door "
         "window table letter paper ink stamp word line page book shelf room light").split()
NAMES = ["Alice Mora", "Bob Stein", "Chiara Neri", "Goro Sato", "נועה לוי", "محمد علي"]


def letter(number):
    """A model like those of real lists, always the same for a number."""
    dice = random.Random(number)
    moment = datetime.datetime(2026, 1, 1) + datetime.timedelta(minutes=dice.randrange(400_000))
    model = {
        "id": number, "title": " ".join(dice.choices(WORDS, k=dice.randint(2, 7))).capitalize(),
        "author": dice.choice(NAMES), "created": moment.isoformat() + "Z",
        "likes": dice.randrange(100_000), "read": dice.random() < 0.5,
    }
    if dice.random() < 0.6:
        model["text"] = " ".join(dice.choices(WORDS, k=dice.randint(5, 120))).capitalize() + "."
    if dice.random() < 0.2:
        model["link"] = f"https://example.org/letters/{number}"
    if dice.random() < 0.1:
        model["tags"] = dice.sample(WORDS, 3)
    return model


HOSTILE = [
    {"title": "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">",
     "text": "</article></div><style>*{display:none}</style>&lt;b&gt;"},
    {"title": "\u202egnp.exe\u202c and \u2066isolates\u2069", "text": "a\u0000b\u0007c\u001b[31mred\u009bx"},
    {"title": "m" * 1_000_000, "text": "long"},
    {"title": "one megabyte", "text": "word " * 200_000},
    {"title": "javascript", "link": "javascript:alert(1)", "url": "data:text/html,<script>1</script>",
     "image": "javascript:alert(1)", "avatar": "http://127.0.0.1:1/x.png", "icon": "//example.org/x.png"},
    {"__proto__": {"polluted": True}, "constructor": "x", "toString": 1, "title": None, "": "no name"},
    {"title": "Z̸̡͓̘a̶͎͝l̵̢̛g̷̱̈́o̴̙͒" * 400, "text": "\u0300" * 5_000},
    {"title": "soft\u00adhyphen \u034f \u115f \u180e \u206a \u2800 \u3164",
     "text": "hidden\U000E0041\U000E0041 and a flag \U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"},
    "\u0000" * 5_000, [[[[[[[[[[1]]]]]]]]]], {"deep": {"a": {"b": {"c": ["<b>", None]}}}}, None, "",
    12345678901234567890, {"id": 9007199254740993, "title": "exact"}, {}, [], True,
    {"title": "x", **{f"field {n}": n for n in range(300)}},
]

"""Creates a campaign of every kind that openapi.yaml describes, and compares what is sent and what is answered with its schemas.

A kind that is added to the document is tried too: without an example here, the test fails.
"""
import json
import os
import sys
import urllib.error
import urllib.request

import jsonschema_rs
import yaml

BASE = sys.argv[1]
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(method, path, body=None):
    """The status and the document of an answer."""
    headers = {"Authorization": f"Bearer {os.environ['MARTLET_MANAGEMENT_KEY']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with OPENER.open(urllib.request.Request(BASE + path, data=data, method=method, headers=headers), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


DOCUMENT = yaml.safe_load(ask("GET", "/openapi.yaml")[1])
SCHEMAS = DOCUMENT["components"]["schemas"]


def problems(name, value):
    """How the value differs from the schema with this name."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    return [f"{name} at {'/'.join(map(str, error.instance_path))}: {error.message}" for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(value)]


def check(name, value, where):
    found = problems(name, value)
    if found:
        sys.exit(f"kinds: {where}\n" + "\n".join(found[:5]) + "\n" + json.dumps(value)[:2000])


EVENT = [{"kind": "custom_event", "name": "cart_viewed"}]
ACTION = {"type": "url", "url": "https://example.com/a"}
PICTURE = "https://example.com/a.png"
BUTTONS = [{"id": 0, "text": "Later"}, {"id": 1, "text": "Open", "click_action": ACTION}]
# By the kinds of `Message`.
MESSAGES = {
    "slideup": {"message": "Hello", "icon": "👋", "slide_from": "top", "click_action": ACTION},
    "modal": {"header": "Hello", "message": "Text", "image_url": PICTURE, "buttons": BUTTONS, "extras": {"a": "b"}},
    "modal_image": {"image_url": PICTURE, "buttons": BUTTONS[:1]},
    "full": {"header": "Hello", "message": "Text", "image_url": PICTURE, "buttons": BUTTONS, "orientation": "portrait"},
    "full_image": {"image_url": PICTURE, "buttons": BUTTONS[:1]},
    "html": {"message": "<p>Hello</p>", "asset_urls": ["https://example.com/a.css"]},
    "control": {},
}
QUESTIONS = {
    "single": {"choices": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]},
    "multiple": {"choices": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]},
    "rating": {"scale": "stars", "low_label": "Bad", "high_label": "Good"},
    "text": {"placeholder": "Your words", "required": False},
}
# By the kinds of `Content`.
CONTENTS = {
    "text": {"title": "News", "body": "Text", "action_label": "Open", "action": ACTION, "exit_label": "Close"},
    "html": {"body": "<p>Hello</p>", "exit_label": "Close"},
    "survey": {
        "title": "Survey",
        "questions": [{"id": kind, "kind": kind, "title": "Which?", **parts} for kind, parts in QUESTIONS.items()],
        "exit_label": "Close",
    },
}
BANNER = {"title": "News", "text": "Tap to read", "image_url": PICTURE, "edge": "top", "closeable": False, "extras": {"a": "b"}}
# What is not of one kind alone.
RULES = {
    "priority": {"bucket": "high", "order": 1}, "starts_at": 1790000000000, "ends_at": 4102444800000, "expires_after_ms": 86400000,
    "quiet_hours": [{"from": "22:00", "to": "07:00"}], "caps": [{"limit": 2, "within": "day"}], "tags": ["news"],
}


def campaigns():
    """Documents by the name of what they show."""
    for schema, examples in ("Message", MESSAGES), ("Content", CONTENTS), ("Question", QUESTIONS):
        described = set(SCHEMAS[schema]["properties"]["kind"]["enum"])
        if described != set(examples):
            sys.exit(f"kinds: {schema} has the kinds {sorted(described)}, and the examples are of {sorted(examples)}.")
    for kind, parts in MESSAGES.items():
        yield f"message {kind}", {"triggers": EVENT, "message": {"kind": kind, **parts}, **RULES}
    for kind, parts in CONTENTS.items():
        content = {"kind": kind, **parts}
        yield f"content {kind}", {"triggers": EVENT, "content": content}
        yield f"banner and content {kind}", {
            "triggers": EVENT, "banner": BANNER, "content": content, "category": "news", "delivery": "in_app", "screens": ["home"], "paced": True, **RULES,
        }
        yield f"push and content {kind}", {"push": {"title": "News", "text": "Tap to read"}, "content": content}
    yield "banner", {"triggers": EVENT, "banner": {**BANNER, "action": ACTION}}
    yield "data", {"triggers": EVENT, "data": {"body": '{"a":1}'}, "category": "prices"}
    yield "data base64", {"triggers": EVENT, "data": {"type": "base64", "body": "AAEC"}}
    yield "push", {"push": {"title": "News", "subtitle": "Today", "text": "Hello", "sound": "default", "badge": 1, "action": ACTION, "capped": True}}
    yield "push and data", {"push": {"title": "News"}, "data": {"body": "{}"}}


count = 0
for name, fields in campaigns():
    document = {"name": name, **fields}
    check("CampaignInput", document, f"{name}: the document is not as described")
    status, body = ask("POST", "/api/v1/campaigns", document)
    if status != 201:
        sys.exit(f"kinds: {name} cannot be created: {status} {body.decode()}")
    campaign = json.loads(body)
    check("Campaign", campaign, f"{name}: the answer to creation")
    for field, value in document.items():
        if campaign.get(field) is None or isinstance(value, dict) and not value.keys() <= campaign[field].keys():
            sys.exit(f"kinds: {name} loses {field}: {json.dumps(campaign.get(field))}")
    path = f"/api/v1/campaigns/{campaign['id']}"
    # A document can be sent back as it was read, and everything that reads it answers as described.
    steps = [("PUT", path, campaign, "Campaign"), ("GET", path, None, "Campaign"), ("POST", path + "/validate", None, "Validation")]
    steps += [("GET", path + "/versions", None, "CampaignChangeList"), ("POST", path + "/duplicate", None, "Campaign")]
    if "triggers" in fields:
        steps += [("POST", path + "/launch", None, "Campaign"), ("GET", path + "/report", None, "Report"), ("POST", path + "/pause", None, "Campaign")]
    for method, place, sent, schema in steps:
        status, body = ask(method, place, sent)
        if status not in (200, 201):
            sys.exit(f"kinds: {name}: {method} {place}: {status} {body.decode()}")
        check(schema, json.loads(body), f"{name}: {method} {place}")
    count += 1

status, body = ask("GET", "/api/v1/campaigns")
check("CampaignPage", json.loads(body), "the list of campaigns")
# What is not described is refused, by the document and by the server.
for name, document in {
    "nothing to show": {"name": "a"},
    "a field that is misspelt": {"name": "a", "message": {"kind": "modal"}, "prority": 1},
    "a rule of the wrong type": {"name": "a", "banner": {}, "paced": "yes"},
}.items():
    if not problems("CampaignInput", document):
        sys.exit(f"kinds: the document describes {name} as valid")
    status, body = ask("POST", "/api/v1/campaigns", document)
    if status not in (400, 422):
        sys.exit(f"kinds: the server accepts {name}: {status}")
    check("Problem", json.loads(body), name)
print(f"kinds: {count} campaigns are as openapi.yaml describes them")

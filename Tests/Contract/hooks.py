"""What the checks add to openapi.yaml. Its introduction says: a field of a request that is null is absent. So that responses stay as strict as they are
described, requests get schemas of their own, in which every field that may be absent may also be null."""

import schemathesis

PLACE = "#/components/schemas/"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    schemas = raw_schema["components"]["schemas"]
    copied = set()

    def of_requests(schema):
        if isinstance(schema, list):
            return [of_requests(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith(PLACE):
            name = reference.removeprefix(PLACE)
            if name not in copied:
                copied.add(name)
                schemas[f"{name}InRequests"] = of_requests(schemas[name])
            return {**schema, "$ref": f"{reference}InRequests"}
        fields = {key: of_requests(value) for key, value in schema.items()}
        if isinstance(properties := fields.get("properties"), dict):
            required = schema.get("required", [])
            fields["properties"] = {name: value if name in required else {"anyOf": [value, {"type": "null"}]} for name, value in properties.items()}
        return fields

    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and "requestBody" in operation:
                operation["requestBody"] = of_requests(operation["requestBody"])

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
// Written by scripts/embed-assets from the files in Assets; change those and run it again.

package enum EmbeddedFiles {
  package static let all: [(path: String, text: StaticString)] = [
    file0,
  ]
}

private let file0: (path: String, text: StaticString) = ("openapi.yaml", #"""
openapi: 3.1.0
info:
  title: Martlet
  version: "1"
  summary: Self-hosted in-app messaging.
  description: |
    Three groups of paths: `/sdk/v1` for devices, `/api/v1` for programs, and those for operators.

    All times are integers of milliseconds since 1970-01-01T00:00:00Z. All names are in snake case. Every error is a `Problem` with a stable
    `code`, a sentence and a remedy. Bodies may be compressed with gzip and hold at most 1 MiB after decompression.
  license:
    name: Apache-2.0
    identifier: Apache-2.0
tags:
  - name: devices
    description: What the SDK calls, with a device key. Described in full in docs/wire.md.
  - name: campaigns
    description: Authoring, with a management key. A key belongs to one app; what belongs to another app is answered with 404.
  - name: insight
    description: What campaigns did, and why.
  - name: people
    description: Who uses the app, what they did, and why they saw what they saw. Personal data; with a management key.
  - name: access
    description: Apps and keys.
  - name: operation
    description: For operators and their tools. No key.
paths:
  /sdk/v1/sync:
    post:
      tags: [devices]
      operationId: sync
      summary: Get the campaigns for this person, and hand in events.
      security: [{ device_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/SyncRequest" } } } }
      responses:
        "200": { description: Campaigns and results., content: { application/json: { schema: { $ref: "#/components/schemas/SyncResponse" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /sdk/v1/events:
    post:
      tags: [devices]
      operationId: sendEvents
      summary: Hand in at most 500 events. Each is answered by itself, after it is stored.
      security: [{ device_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/EventsRequest" } } } }
      responses:
        "200": { description: One result per event., content: { application/json: { schema: { $ref: "#/components/schemas/EventsResponse" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /sdk/v1/render:
    post:
      tags: [devices]
      operationId: renderMessage
      summary: The message of a campaign with `render` `at_display` as this person shall see it now, or why they shall not.
      security: [{ device_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/RenderRequest" } } } }
      responses:
        "200": { description: The message or the withdrawal., content: { application/json: { schema: { $ref: "#/components/schemas/RenderResponse" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns:
    get:
      tags: [campaigns]
      operationId: listCampaigns
      summary: The campaigns of the key's app, newest first, at most 500 in one answer.
      security: [{ management_key: [] }]
      parameters:
        - { name: state, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 500, default: 500 } }
        - { name: after, in: query, description: "`next` of the answer before.", schema: { type: string } }
      responses:
        "200": { description: The campaigns., content: { application/json: { schema: { $ref: "#/components/schemas/CampaignList" } } } }
        default: { $ref: "#/components/responses/Problem" }
    post:
      tags: [campaigns]
      operationId: createCampaign
      summary: Create a draft. It may be incomplete.
      security: [{ management_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/CampaignInput" } } } }
      responses:
        "201": { description: The draft., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/validate:
    post:
      tags: [campaigns]
      operationId: validateDocument
      summary: Check a document as if it were launched now. Stores nothing.
      security: [{ management_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/CampaignInput" } } } }
      responses:
        "200": { description: What is wrong., content: { application/json: { schema: { $ref: "#/components/schemas/Validation" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    get:
      tags: [campaigns]
      operationId: getCampaign
      summary: One campaign.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The campaign., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
    put:
      tags: [campaigns]
      operationId: updateCampaign
      summary: Replace name and content.
      description: >
        The change must say which revision it is based on, as `If-Match` or as the field `revision`; a stale one is answered with 412 or 409.
        A running or paused campaign must stay fit to run, and gets the next version.
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/CampaignInput" } } } }
      responses:
        "200": { description: The campaign as it is now., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
    delete:
      tags: [campaigns]
      operationId: deleteDraft
      summary: Delete a draft.
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses:
        "204": { description: Deleted. }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/validate:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: validateCampaign
      summary: Check a stored campaign as if it were launched now.
      security: [{ management_key: [] }]
      responses:
        "200": { description: What is wrong., content: { application/json: { schema: { $ref: "#/components/schemas/Validation" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/duplicate:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: duplicateCampaign
      summary: Make a draft with the same content.
      security: [{ management_key: [] }]
      responses:
        "201": { description: The draft., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/launch:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: launchCampaign
      summary: Launch a draft. A campaign that cannot run is refused with everything that is missing (422).
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses:
        "200": { description: The running campaign., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/pause:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: pauseCampaign
      summary: Pause a running campaign. Devices drop it at their next sync.
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses:
        "200": { description: The paused campaign., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/resume:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: resumeCampaign
      summary: Resume a paused campaign.
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses:
        "200": { description: The running campaign., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/finish:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    post:
      tags: [campaigns]
      operationId: finishCampaign
      summary: Finish a running or paused campaign for good.
      security: [{ management_key: [] }]
      parameters: [{ $ref: "#/components/parameters/IfMatch" }]
      responses:
        "200": { description: The finished campaign., content: { application/json: { schema: { $ref: "#/components/schemas/Campaign" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/report:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    get:
      tags: [insight]
      operationId: getReport
      summary: What the campaign did, counted once per event.
      security: [{ management_key: [] }]
      parameters:
        - { name: from, in: query, schema: { $ref: "#/components/schemas/Time" } }
        - { name: to, in: query, schema: { $ref: "#/components/schemas/Time" } }
      responses:
        "200": { description: The report., content: { application/json: { schema: { $ref: "#/components/schemas/Report" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/campaigns/{id}/explain:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    get:
      tags: [insight]
      operationId: explainCampaign
      summary: The latest decisions in which the campaign was a candidate, each with the gate that stopped it, the values compared, and a sentence.
      security: [{ management_key: [] }]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 500, default: 50 } }
        - { name: person_id, in: query, description: "`u:` and the user id, or `d:` and the device id.", schema: { type: string } }
      responses:
        "200": { description: The decisions., content: { application/json: { schema: { $ref: "#/components/schemas/Explanation" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/events/counts:
    get:
      tags: [insight]
      operationId: countEvents
      summary: How many events of the app are stored.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The counts., content: { application/json: { schema: { $ref: "#/components/schemas/EventCounts" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/people:
    get:
      tags: [people]
      operationId: listPeople
      summary: The people of the key's app, those seen last first; or those who are found.
      security: [{ management_key: [] }]
      parameters:
        - { name: search, in: query, description: "A user id, or its beginning; or exactly a device's id.", schema: { type: string, maxLength: 255 } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200, default: 50 } }
        - { name: after, in: query, description: "`next` of the answer before.", schema: { type: string } }
      responses:
        "200": { description: The people., content: { application/json: { schema: { $ref: "#/components/schemas/PersonList" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/people/{id}:
    parameters: [{ $ref: "#/components/parameters/PersonID" }]
    get:
      tags: [people]
      operationId: getPerson
      summary: One person with attributes and devices. Found also by the device on which they were anonymous before they signed in.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The person., content: { application/json: { schema: { $ref: "#/components/schemas/Person" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/people/{id}/timeline:
    parameters: [{ $ref: "#/components/parameters/PersonID" }]
    get:
      tags: [people]
      operationId: getTimeline
      summary: What a person did and what became of messages, newest first; each decision with every candidate and the reason.
      security: [{ management_key: [] }]
      parameters:
        - { name: kind, in: query, description: "One or several, separated by commas; absent: all.", schema: { type: string, examples: ["decisions,messages"] } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200, default: 50 } }
        - { name: after, in: query, description: "`next` of the answer before.", schema: { type: string } }
      responses:
        "200": { description: The timeline., content: { application/json: { schema: { $ref: "#/components/schemas/Timeline" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/test-devices:
    get:
      tags: [people]
      operationId: listTestDevices
      summary: Devices that report every decision, whatever the app's sample.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The devices., content: { application/json: { schema: { $ref: "#/components/schemas/TestDeviceList" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/test-devices/{id}:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    put:
      tags: [people]
      operationId: markTestDevice
      summary: Make a device a test device; it learns of it at its next contact. At most 500 for an app.
      security: [{ management_key: [] }]
      responses:
        "204": { description: Marked. }
        default: { $ref: "#/components/responses/Problem" }
    delete:
      tags: [people]
      operationId: unmarkTestDevice
      summary: Make a device like any other.
      security: [{ management_key: [] }]
      responses:
        "204": { description: Unmarked. }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/events:
    post:
      tags: [people]
      operationId: addEvents
      summary: Tell at most 500 things that happened to people elsewhere. Each is answered by itself, after it is stored.
      description: >-
        Custom events, purchases, attributes and changes of attributes, each with its user. They update profiles and timelines, and never trigger a message on a
        device: devices decide on what their own app logs. An id that was sent before for the same user counts once.
      security: [{ management_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/ProgramEvents" } } } }
      responses:
        "200": { description: One result per event., content: { application/json: { schema: { $ref: "#/components/schemas/ProgramEventsResponse" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/settings:
    get:
      tags: [campaigns]
      operationId: getSettings
      summary: What holds for all campaigns of the key's app.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The settings., content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
        default: { $ref: "#/components/responses/Problem" }
    put:
      tags: [campaigns]
      operationId: updateSettings
      summary: Replace the settings. Devices learn of it at their next contact.
      security: [{ management_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
      responses:
        "200": { description: The settings., content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/apps:
    get:
      tags: [access]
      operationId: listApps
      summary: The app that the key belongs to.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The apps., content: { application/json: { schema: { $ref: "#/components/schemas/AppList" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/keys:
    get:
      tags: [access]
      operationId: listKeys
      summary: The keys of the app, without their secrets.
      security: [{ management_key: [] }]
      responses:
        "200": { description: The keys., content: { application/json: { schema: { $ref: "#/components/schemas/KeyList" } } } }
        default: { $ref: "#/components/responses/Problem" }
    post:
      tags: [access]
      operationId: createKey
      summary: Make a key. Its secret is in this answer and never again.
      security: [{ management_key: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/KeyInput" } } } }
      responses:
        "201": { description: The key with its secret., content: { application/json: { schema: { $ref: "#/components/schemas/NewKey" } } } }
        default: { $ref: "#/components/responses/Problem" }
  /api/v1/keys/{id}:
    parameters: [{ $ref: "#/components/parameters/ID" }]
    delete:
      tags: [access]
      operationId: revokeKey
      summary: Revoke a key. Other server processes notice within ten seconds.
      security: [{ management_key: [] }]
      responses:
        "204": { description: Revoked. }
        default: { $ref: "#/components/responses/Problem" }
  /openapi.yaml:
    get:
      tags: [operation]
      operationId: describe
      summary: This document.
      responses:
        "200": { description: The document., content: { application/yaml: {} } }
  /livez:
    get:
      tags: [operation]
      operationId: livez
      summary: The process answers.
      responses:
        "200": { description: Alive., content: { application/json: { schema: { $ref: "#/components/schemas/Health" } } } }
  /readyz:
    get:
      tags: [operation]
      operationId: readyz
      summary: The server can do its work; if not, says why.
      responses:
        "200": { description: Ready., content: { application/json: { schema: { $ref: "#/components/schemas/Health" } } } }
        "503": { description: Not ready., content: { application/json: { schema: { $ref: "#/components/schemas/Health" } } } }
  /metrics:
    get:
      tags: [operation]
      operationId: metrics
      summary: Counters and histograms as text for Prometheus.
      responses:
        "200": { description: The metrics., content: { text/plain: {} } }
  /version:
    get:
      tags: [operation]
      operationId: version
      summary: The version of the server.
      responses:
        "200": { description: The version., content: { application/json: { schema: { $ref: "#/components/schemas/Version" } } } }
components:
  securitySchemes:
    device_key: { type: apiKey, in: header, name: X-Martlet-Key }
    management_key: { type: http, scheme: bearer }
  parameters:
    ID: { name: id, in: path, required: true, schema: { type: string, minLength: 1, maxLength: 64 } }
    PersonID:
      name: id
      in: path
      required: true
      description: "`u:` and the user id, or `d:` and the device id while anonymous; percent-encoded."
      schema: { type: string, minLength: 3, maxLength: 257 }
    IfMatch: { name: If-Match, in: header, description: "The revision that the change is based on, as the ETag gave it.", schema: { type: string, examples: ['"3"'] } }
  responses:
    Problem:
      description: What is wrong and what to do.
      content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
  schemas:
    Time: { type: integer, description: Milliseconds since 1970-01-01T00:00:00Z. }
    State: { enum: [draft, running, paused, finished] }
    Problem:
      type: object
      required: [status, code, title]
      properties:
        status: { type: integer }
        code: { type: string, description: A stable word for programs. }
        title: { type: string }
        remedy: { type: string }
        field: { type: string, description: "For example `events[3].properties`." }
        errors: { type: array, items: { $ref: "#/components/schemas/FieldError" } }
    FieldError:
      type: object
      required: [field, code, message]
      properties: { field: { type: string }, code: { type: string }, message: { type: string }, remedy: { type: string } }
    SyncRequest:
      type: object
      required: [version, device, sent_at]
      properties:
        version: { const: 1 }
        device: { $ref: "#/components/schemas/Device" }
        user_id: { type: string }
        session_id: { type: string }
        definitions_tag: { type: string }
        sent_at: { $ref: "#/components/schemas/Time" }
        events: { type: array, maxItems: 500, items: { $ref: "#/components/schemas/Event" } }
    SyncResponse:
      type: object
      required: [version, results]
      properties:
        version: { const: 1 }
        definitions: { $ref: "#/components/schemas/Definitions" }
        results: { type: array, items: { $ref: "#/components/schemas/EventResult" } }
        settings:
          type: object
          properties: { decision_sample: { type: number, minimum: 0, maximum: 1, description: The share of decisions to report. } }
    Definitions:
      type: object
      description: Absent when what the device holds is still right.
      required: [tag, campaigns]
      properties:
        tag: { type: string }
        campaigns: { type: array, items: { type: object } }
        caps: { type: array, description: Over all campaigns or those with a tag., items: { $ref: "#/components/schemas/Cap" } }
    EventsRequest:
      type: object
      required: [version, device, sent_at, events]
      properties:
        version: { const: 1 }
        device: { $ref: "#/components/schemas/Device" }
        sent_at: { $ref: "#/components/schemas/Time" }
        events: { type: array, maxItems: 500, items: { $ref: "#/components/schemas/Event" } }
    ProgramEvents:
      type: object
      required: [events]
      properties:
        events: { type: array, maxItems: 500, description: "Of kind `custom`, `purchase`, `attribute` or `attribute_change`, as docs/wire.md has them, each with `user_id`.", items: { $ref: "#/components/schemas/Event" } }
    ProgramEventsResponse:
      type: object
      required: [results]
      properties:
        results: { type: array, items: { $ref: "#/components/schemas/EventResult" } }
    EventsResponse:
      type: object
      required: [results]
      properties:
        results: { type: array, items: { $ref: "#/components/schemas/EventResult" } }
        definitions_tag: { type: string, description: The definitions that are right now; a device that holds others syncs. }
    RenderRequest:
      type: object
      required: [version, device, presentation_id, campaign_id, campaign_version, event, sent_at]
      properties:
        version: { const: 1 }
        device: { $ref: "#/components/schemas/Device" }
        user_id: { type: string }
        session_id: { type: string }
        presentation_id: { type: string, maxLength: 64 }
        campaign_id: { type: string, maxLength: 64 }
        campaign_version: { type: integer, minimum: 1 }
        event: { $ref: "#/components/schemas/Event" }
        sent_at: { $ref: "#/components/schemas/Time" }
    RenderResponse:
      type: object
      description: One of the two.
      properties:
        message: { $ref: "#/components/schemas/Message" }
        withdrawn:
          type: object
          required: [reason]
          properties:
            reason: { enum: [not_running, changed, not_eligible, missing_value, template_error] }
            detail: { type: string, description: For people; names the value that is missing. }
    Settings:
      type: object
      required: [decision_sample, caps]
      properties:
        decision_sample: { type: number, minimum: 0, maximum: 1, description: The share of decisions that devices report; test devices report all. }
        caps: { type: array, maxItems: 20, items: { $ref: "#/components/schemas/Cap" } }
    Cap:
      type: object
      required: [limit, within]
      properties:
        tag: { type: string, description: Absent, all campaigns together. }
        limit: { type: integer, minimum: 1, maximum: 100 }
        within: { enum: [session, day, week, month, year, lifetime] }
    Device: { type: object, required: [id], properties: { id: { type: string, maxLength: 64 } } }
    Event:
      type: object
      required: [id, kind, at]
      properties: { id: { type: string, maxLength: 64 }, kind: { type: string }, at: { $ref: "#/components/schemas/Time" } }
    EventResult:
      type: object
      required: [id, status]
      properties:
        id: { type: string }
        status: { enum: [stored, duplicate, rejected, retry] }
        code: { type: string }
        field: { type: string }
        message: { type: string }
    CampaignInput:
      type: object
      required: [name, message]
      description: Fields that only the server sets may be sent back; they are ignored. Any other field is an error.
      properties:
        name: { type: string, minLength: 1, maxLength: 120, description: For authors only; never sent to devices. }
        priority: { $ref: "#/components/schemas/Priority" }
        starts_at: { $ref: "#/components/schemas/Time" }
        ends_at: { $ref: "#/components/schemas/Time" }
        triggers: { type: array, items: { $ref: "#/components/schemas/Trigger" } }
        message: { $ref: "#/components/schemas/Message" }
        revision: { type: integer, minimum: 1 }
    Campaign:
      type: object
      required: [id, name, state, version, revision, priority, triggers, message, created_at, updated_at, allowed_actions]
      properties:
        id: { type: string }
        name: { type: string }
        state: { $ref: "#/components/schemas/State" }
        version: { type: integer, description: Grows with each change of the content after the first launch. }
        revision: { type: integer, description: Grows with each stored change. }
        priority: { $ref: "#/components/schemas/Priority" }
        starts_at: { $ref: "#/components/schemas/Time" }
        ends_at: { $ref: "#/components/schemas/Time" }
        triggers: { type: array, items: { $ref: "#/components/schemas/Trigger" } }
        message: { $ref: "#/components/schemas/Message" }
        created_at: { $ref: "#/components/schemas/Time" }
        updated_at: { $ref: "#/components/schemas/Time" }
        launched_at: { $ref: "#/components/schemas/Time" }
        finished_at: { $ref: "#/components/schemas/Time" }
        allowed_actions: { type: array, items: { enum: [launch, pause, resume, finish] } }
    CampaignList:
      type: object
      required: [campaigns]
      properties:
        campaigns: { type: array, maxItems: 500, items: { $ref: "#/components/schemas/Campaign" } }
        next: { type: string, description: "There are more: ask again with this as `after`." }
    Priority:
      type: object
      properties: { bucket: { enum: [low, medium, high] }, order: { type: integer } }
    Trigger:
      type: object
      required: [kind]
      properties:
        kind: { enum: [session_start, push_click, any_purchase, purchase, custom_event] }
        name: { type: string }
        filter: { type: object, description: "`{all: […]}`, `{any: […]}`, `{not: …}` or `{path, op, value}`; see docs/wire.md." }
    Message:
      type: object
      required: [kind]
      description: The forms are in docs/wire.md.
      properties:
        kind: { enum: [slideup, modal, modal_image, full, full_image, html, control] }
        header: { type: string, maxLength: 200 }
        message: { type: string, description: "The text, at most 2,000 characters; of `html` the page, at most 102,400 bytes." }
        header_alignment: { $ref: "#/components/schemas/Alignment" }
        message_alignment: { $ref: "#/components/schemas/Alignment" }
        image_url: { type: string, format: uri }
        image_alt: { type: string, maxLength: 500 }
        icon: { type: string }
        language: { type: string, maxLength: 35, description: BCP 47. }
        slide_from: { enum: [top, bottom] }
        buttons: { type: array, maxItems: 2, items: { $ref: "#/components/schemas/Button" } }
        click_action: { $ref: "#/components/schemas/ClickAction" }
        close:
          type: object
          required: [type]
          properties: { type: { enum: [user, auto] }, after_seconds: { type: number, minimum: 1, maximum: 3600 } }
        orientation: { enum: [any, portrait, landscape], default: any }
        animate_in: { type: boolean, default: true }
        animate_out: { type: boolean, default: true }
        themes: { type: object, description: "By `light` and `dark`; without `dark` the message is light everywhere.", additionalProperties: { type: object } }
        extras: { type: object, maxProperties: 50, additionalProperties: { type: string, maxLength: 2000 } }
        base_url: { type: string, format: uri }
        asset_urls: { type: array, maxItems: 50, items: { type: string, format: uri } }
        set_aside:
          type: string
          description: >-
            For authors, never sent to devices: the text of a message that is `html` for now, or the page of one that is not. Other fields that the kind does not use are kept
            as well, and not sent.
    Alignment: { enum: [leading, center, trailing], default: center }
    Button:
      type: object
      required: [id, text]
      properties:
        id: { type: integer, description: "The position, from 0." }
        text: { type: string, minLength: 1, maxLength: 60 }
        click_action: { $ref: "#/components/schemas/ClickAction" }
        themes: { type: object, additionalProperties: { type: object } }
    ClickAction:
      type: object
      required: [type]
      properties:
        type: { enum: [none, url] }
        url: { type: string, description: "`https://…`, or an address of the app's own scheme." }
        use_webview: { type: boolean, default: false, description: Opens the page inside the app. }
    Validation:
      type: object
      required: [can_launch, diagnostics]
      properties:
        can_launch: { type: boolean }
        diagnostics: { type: array, items: { $ref: "#/components/schemas/Diagnostic" } }
    Diagnostic:
      type: object
      required: [severity, field, code, message]
      properties:
        severity: { enum: [error, warning] }
        field: { type: string }
        code: { type: string }
        message: { type: string }
        remedy: { type: string }
    Report:
      type: object
      required: [campaign_id, totals, hours]
      properties:
        campaign_id: { type: string }
        from: { $ref: "#/components/schemas/Time" }
        to: { $ref: "#/components/schemas/Time" }
        totals: { $ref: "#/components/schemas/Totals" }
        hours:
          description: Oldest first; the newest 2,208 (92 days) that have counts. For older ones set `from` and `to`.
          type: array
          maxItems: 2208
          items: { $ref: "#/components/schemas/Hour" }
        hours_omitted: { type: integer, description: How many older hours were left out; absent when none. }
    Totals:
      type: object
      required: [eligible, delivered, impressions, unique_impressions, clicks, unique_clicks, clicks_by_button, dismissals, outcomes]
      properties:
        eligible: { type: integer }
        delivered: { type: integer }
        impressions: { type: integer }
        unique_impressions: { type: integer, description: People who saw it at least once. }
        clicks: { type: integer }
        unique_clicks: { type: integer, description: People who clicked at least once. }
        clicks_by_button: { $ref: "#/components/schemas/Counts" }
        dismissals: { $ref: "#/components/schemas/Counts" }
        outcomes: { $ref: "#/components/schemas/Counts" }
    Counts: { type: object, additionalProperties: { type: integer } }
    Hour:
      type: object
      required: [start, impressions, clicks, dismissals, not_shown]
      properties:
        start: { $ref: "#/components/schemas/Time" }
        impressions: { type: integer }
        clicks: { type: integer }
        dismissals: { type: integer }
        not_shown: { type: integer }
    Explanation:
      type: object
      required: [campaign_id, decisions]
      properties:
        campaign_id: { type: string }
        decisions: { type: array, items: { $ref: "#/components/schemas/Decision" } }
    Decision:
      type: object
      required: [at, person_id, decision_id, event, candidates]
      properties:
        at: { $ref: "#/components/schemas/Time" }
        person_id: { type: string }
        decision_id: { type: string }
        event: { type: object, required: [id, kind], properties: { id: { type: string }, kind: { type: string }, name: { type: string } } }
        verdict: { type: string, description: "`chosen`, or the gate that stopped this campaign." }
        sentence: { type: string }
        candidates: { type: array, items: { $ref: "#/components/schemas/Candidate" } }
    Candidate:
      type: object
      required: [campaign_id, campaign_version, verdict, detail, sentence]
      properties:
        campaign_id: { type: string }
        campaign_version: { type: integer }
        verdict: { type: string }
        detail: { type: object }
        sentence: { type: string }
    PersonList:
      type: object
      required: [people]
      properties:
        people: { type: array, maxItems: 250, items: { $ref: "#/components/schemas/PersonSummary" } }
        next: { type: string, description: "There are more: ask again with this as `after`." }
    PersonSummary:
      type: object
      required: [id, first_seen, last_seen, devices]
      properties:
        id: { type: string }
        user_id: { type: string, description: Absent while anonymous. }
        first_seen: { $ref: "#/components/schemas/Time" }
        last_seen: { $ref: "#/components/schemas/Time" }
        devices: { type: array, maxItems: 50, items: { $ref: "#/components/schemas/PersonDevice" } }
    PersonDevice:
      type: object
      required: [device, first_seen, last_seen, is_test]
      properties:
        device: { $ref: "#/components/schemas/Device" }
        first_seen: { $ref: "#/components/schemas/Time" }
        last_seen: { $ref: "#/components/schemas/Time" }
        is_test: { type: boolean, description: Reports every decision. }
    Person:
      type: object
      required: [id, first_seen, last_seen, devices, attributes, merged_devices]
      properties:
        id: { type: string }
        user_id: { type: string }
        first_seen: { $ref: "#/components/schemas/Time" }
        last_seen: { $ref: "#/components/schemas/Time" }
        devices: { type: array, items: { $ref: "#/components/schemas/PersonDevice" } }
        attributes:
          type: array
          items:
            type: object
            required: [key, value, at, set_while_anonymous]
            properties: { key: { type: string }, value: {}, at: { $ref: "#/components/schemas/Time" }, set_while_anonymous: { type: boolean } }
        merged_devices:
          description: Where they were anonymous before they signed in.
          type: array
          items:
            type: object
            required: [device_id, at]
            properties: { device_id: { type: string }, at: { $ref: "#/components/schemas/Time" } }
    Timeline:
      type: object
      required: [person_id, entries]
      properties:
        person_id: { type: string }
        entries: { type: array, maxItems: 200, items: { $ref: "#/components/schemas/TimelineEntry" } }
        next: { type: string, description: "There are more: ask again with this as `after`." }
    TimelineEntry:
      type: object
      required: [id, kind, at, counted_at, received_at]
      properties:
        id: { type: string }
        kind: { type: string }
        device_id: { type: string, description: Absent when a program sent it. }
        at: { $ref: "#/components/schemas/Time" }
        counted_at: { $ref: "#/components/schemas/Time" }
        received_at: { $ref: "#/components/schemas/Time" }
        event: { type: object, description: "The event as docs/wire.md has it; absent when it is no longer kept." }
        candidates: { description: Only for decisions; best first., type: array, items: { $ref: "#/components/schemas/Candidate" } }
        sentence: { type: string, description: "Only for outcomes: what became of the message, and why." }
    TestDeviceList:
      type: object
      required: [device_ids]
      properties: { device_ids: { type: array, items: { type: string } } }
    EventCounts:
      type: object
      required: [total, by_kind]
      properties: { total: { type: integer }, by_kind: { $ref: "#/components/schemas/Counts" } }
    AppList:
      type: object
      required: [apps]
      properties: { apps: { type: array, items: { $ref: "#/components/schemas/App" } } }
    App:
      type: object
      required: [id, name, created_at]
      properties: { id: { type: string }, name: { type: string }, created_at: { $ref: "#/components/schemas/Time" } }
    KeyInput:
      type: object
      required: [scope, name]
      properties: { scope: { enum: [device, management] }, name: { type: string, minLength: 1, maxLength: 120 } }
    Key:
      type: object
      required: [id, scope, name, prefix, created_at]
      properties:
        id: { type: string }
        scope: { enum: [device, management] }
        name: { type: string }
        prefix: { type: string }
        created_at: { $ref: "#/components/schemas/Time" }
        revoked_at: { $ref: "#/components/schemas/Time" }
    KeyList:
      type: object
      required: [keys]
      properties: { keys: { type: array, items: { $ref: "#/components/schemas/Key" } } }
    NewKey:
      type: object
      required: [id, scope, name, prefix, created_at, secret]
      properties:
        id: { type: string }
        scope: { enum: [device, management] }
        name: { type: string }
        prefix: { type: string }
        created_at: { $ref: "#/components/schemas/Time" }
        secret: { type: string }
    Health:
      type: object
      required: [status]
      properties: { status: { enum: [ok, failing] }, checks: { type: object } }
    Version:
      type: object
      required: [version]
      properties: { version: { type: string } }

"""#)

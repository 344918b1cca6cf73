// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// One example of every form of the protocol, version 1.
enum Examples {
  static let all: [Example] = documents + messages + triggers + filters + events

  // MARK: - Documents

  static let documents: [Example] = [
    Example("sync-request", syncRequest),
    Example("sync-response", syncResponse),
    Example("sync-response-unchanged", Wire.SyncResponse(definitions: nil)),
    Example(
      "sync-response-signature-refusal",
      Wire.SyncResponse(definitions: nil, signatureRefusal: optionalRefusal)),
    Example("events-request", eventsRequest),
    Example("events-response", eventsResponse),
    Example("events-response-signature-refusal", refusingEventsResponse),
    Example("problem", problem),
    Example("problem-signature-refusal", signatureProblem),
    Example("campaign-rules", campaignWithRules),
    Example("campaign-experiment", campaignWithExperiment),
    Example("campaign-experiment-won", campaignWithWinner),
    Example("campaign-arm", campaignWithArm),
    Example("campaign-arm-announcement", announcementWithArm),
    Example("render-request", renderRequest),
    Example("render-response", Wire.RenderResponse(message: slideup)),
    Example(
      "render-response-withdrawn",
      Wire.RenderResponse(
        message: nil,
        withdrawn: Wire.Withdrawal(
          reason: .known(.missingValue), detail: "The attribute first_name is not known."))),
    Example(
      "privacy-request",
      Wire.PrivacyRequest(device: device, userID: "user-7", kind: .known(.deletion), sentAt: sentAt)),
    Example(
      "privacy-response",
      Wire.PrivacyResponse(
        id: "q-31", kind: .known(.deletion), state: .known(.open), requestedAt: sentAt,
        dueAt: sentAt + .seconds(30 * 86_400))),
    Example("events-request-push", eventsRequestWithPush),
    Example("push", push),
    Example("push-silent", Wire.Push(deliveryID: "d-8c41", sync: true)),
  ]

  static let device = Wire.Device(
    id: "0f8b6a1e-5c0d-4a7e-9c55-2f1f6d1f0a11", platform: "ios", osVersion: "18.1", model: "iPhone17,1",
    locale: "de-AT",
    timeZone: "Europe/Vienna", appVersion: "3.2.0", sdkVersion: "0.1.0")
  static let sentAt = Instant(milliseconds: 1_767_225_600_000)

  static let eventsRequestWithPush: Wire.EventsRequest = {
    var device = Self.device
    device.pushToken = "5f2b8c0e9d417a36"
    device.pushEnvironment = .known(.development)
    device.pushAuthorization = .known(.provisional)
    return Wire.EventsRequest(device: device, sentAt: sentAt, events: [])
  }()

  static let push: Wire.Push = {
    var push = Wire.Push(
      campaignID: "c-spring", deliveryID: "d-8c40", url: "https://shop.example/spring", useWebView: true)
    push.actions = ["later": Wire.PushAction(), "open": Wire.PushAction(url: "shop://spring")]
    push.imageURL = "https://cdn.shop.example/spring.jpg"
    push.badge = 3
    push.extras = ["section": "spring", "rank": 2]
    return push
  }()

  static let syncRequest = Wire.SyncRequest(
    device: device, userID: "user-7", sessionID: "s-01", definitionsTag: "d-41", sentAt: sentAt,
    events: [
      Wire.EventRecord(
        id: "e-01", at: sentAt - .seconds(3), sessionID: "s-01", userID: "user-7", body: .sessionStart)
    ])

  static let syncResponse = Wire.SyncResponse(
    definitions: Wire.Definitions(
      tag: "d-42", campaigns: [campaign],
      caps: [
        Wire.Cap(limit: 3, within: .known(.day)), Wire.Cap(tag: "promo", limit: 3, within: .known(.year)),
      ], audiences: ["a-vip": true, "a-new": false]),
    results: [Wire.EventResult(id: "e-01", status: .known(.stored))],
    deliveries: [Wire.Delivery(campaignID: "c-news", deliveryID: "d-8c42")],
    settings: Wire.DeviceSettings(decisionSample: 0.25),
    deviceCredential: "md_kK0ZyqJ4b1fYb1y0T3vWmX5sR8nQ2cUeHdLgPaIoFw4")

  static let campaign = Wire.Campaign(
    id: "c-spring", version: 3, priority: Wire.Priority(bucket: .known(.high), order: 10),
    createdAt: Instant(milliseconds: 1_764_547_200_000), startsAt: Instant(milliseconds: 1_767_139_200_000),
    endsAt: Instant(milliseconds: 1_769_817_600_000),
    triggers: [
      Wire.Trigger(kind: .known(.sessionStart)),
      Wire.Trigger(
        kind: .known(.customEvent), name: "cart_viewed",
        filter: .compare(Wire.Comparison(path: ["cart", "total"], operation: .known(.greater), value: 20))),
    ],
    message: modal)

  /// Every rule of delivery that a campaign can have.
  static let campaignWithRules = Wire.Campaign(
    id: "c-reminder", createdAt: Instant(milliseconds: 1_764_547_200_000), triggers: [count],
    message: Wire.Message(kind: .known(.slideup), message: "Your basket is waiting."),
    rules: Wire.DeliveryRules(
      startsAtLocal: "2026-12-01T08:00:00", endsAtLocal: "2026-12-24T18:00:00",
      expiresAfterMilliseconds: 604_800_000,
      displayWithinMilliseconds: 7_200_000, delayMilliseconds: 3_600_000,
      quietHours: [
        Wire.QuietHours(from: "22:00", to: "08:00"),
        Wire.QuietHours(from: "00:00", to: "00:00", weekdays: [.known(.saturday), .known(.sunday)]),
      ], exceptions: [Wire.Trigger(kind: .known(.anyPurchase))],
      reEligibility: Wire.ReEligibility(type: .known(.after), afterMilliseconds: 86_400_000),
      caps: [Wire.Cap(limit: 1, within: .known(.session)), Wire.Cap(limit: 3, within: .known(.year))],
      tags: ["promo"],
      render: .known(.atDisplay)))

  static let renderRequest = Wire.RenderRequest(
    device: device, userID: "user-7", sessionID: "s-01",
    presentation: Wire.EventRecord.Presentation(id: "e-02", campaignID: "c-reminder", campaignVersion: 1),
    event: record("e-02", .custom(name: "cart_viewed", properties: ["cart": ["total": 42.5]])), sentAt: sentAt
  )

  static let eventsRequest = Wire.EventsRequest(
    device: device, userID: "user-7", sentAt: sentAt,
    events: [
      record("e-02", .custom(name: "cart_viewed", properties: ["cart": ["total": 42.5]])),
      record("e-03", .impression(presentation)),
    ])

  static let eventsResponse = Wire.EventsResponse(
    results: [
      Wire.EventResult(id: "e-02", status: .known(.stored)),
      Wire.EventResult(id: "e-03", status: .known(.duplicate)),
      Wire.EventResult(
        id: "e-04", status: .known(.rejected), code: "value_out_of_range", field: "quantity",
        message: "A purchase must have 1 to 100 units. Send several purchases."),
      Wire.EventResult(
        id: "e-05", status: .known(.retry), code: "busy",
        message: "The server is busy. Send the event again later."),
    ], definitionsTag: "d-42")

  static let optionalRefusal = Wire.SignatureRefusal(
    userID: "user-7", reason: .known(.expired), isOptional: true,
    message: "The token has expired. Get a new signature from your backend and pass it to the SDK.")

  private static let otherUser =
    "The token is for another user. Set sub to exactly the user id that the app passes to the SDK."

  static let refusingEventsResponse = Wire.EventsResponse(
    results: [
      Wire.EventResult(id: "e-02", status: .known(.stored)),
      Wire.EventResult(
        id: "e-03", status: .known(.retry), code: Wire.UserSignature.Refusal.otherUser.code,
        message: otherUser),
    ], definitionsTag: "d-42",
    signatureRefusal: Wire.SignatureRefusal(
      userID: "user-8", reason: .known(.otherUser), isOptional: false, message: otherUser))

  static let signatureProblem = Wire.Problem(
    status: 401, code: Wire.UserSignature.Refusal.missing.code,
    title: "The request has a user id but no signature.",
    remedy: "When you change the user, pass the SDK a signature from your backend.")

  static let problem = Wire.Problem(
    status: 400, code: "field_wrong_type", title: "Expected an object, found a string.",
    remedy: "Send the type that docs/wire.md gives for this field.", field: "device",
    errors: [
      Wire.Problem.FieldError(
        field: "device", code: "field_wrong_type", message: "Expected an object, found a string.",
        remedy: "Send the type that docs/wire.md gives for this field.")
    ])

  // MARK: - Messages

  static let messages: [Example] = [
    Example("message-slideup", slideup),
    Example("message-modal", modal),
    Example("message-modal-image", image(.modalImage)),
    Example("message-full", full),
    Example("message-full-image", image(.fullImage)),
    Example("message-html", html),
    Example("message-control", Wire.Message(kind: .known(.control), extras: ["experiment": "spring"])),
  ]

  static let slideup = Wire.Message(
    kind: .known(.slideup), message: "Your order is on its way.", messageAlignment: .known(.leading),
    icon: "★", language: "en",
    slideFrom: .known(.bottom), clickAction: Wire.ClickAction(type: .known(.url), url: "shop://orders/7"),
    close: Wire.Close(type: .known(.auto), afterSeconds: 5.5),
    themes: [
      "light": Wire.Theme(background: Wire.Color(argb: 0xE6FF_FFFF), icon: Wire.Color(argb: 0xFF00_7AFF))
    ])

  static let modal = Wire.Message(
    kind: .known(.modal), header: "Spring is here", message: "Take 20 % off until Sunday.",
    headerAlignment: .known(.center),
    messageAlignment: .known(.center), imageURL: "https://example.com/spring.png",
    imageAlt: "A cherry tree in blossom", language: "en",
    buttons: [
      Wire.Button(id: 0, text: "Not now"),
      Wire.Button(
        id: 1, text: "Shop",
        clickAction: Wire.ClickAction(type: .known(.url), url: "https://example.com/sale", useWebView: true),
        themes: [
          "dark": Wire.ButtonTheme(
            text: Wire.Color(argb: 0xFF00_0000), background: Wire.Color(argb: 0xFFFF_D60A)),
          "light": Wire.ButtonTheme(
            text: Wire.Color(argb: 0xFFFF_FFFF), border: Wire.Color(argb: 0xFF00_7AFF),
            background: Wire.Color(argb: 0xFF00_7AFF)),
        ]),
    ],
    themes: [
      "dark": Wire.Theme(background: Wire.Color(argb: 0xFF1C_1C1E), text: Wire.Color(argb: 0xFFEB_EBF5)),
      "light": Wire.Theme(
        background: Wire.Color(argb: 0xFFFF_FFFF), text: Wire.Color(argb: 0xFF3C_3C43),
        headerText: Wire.Color(argb: 0xFF00_0000),
        closeButton: Wire.Color(argb: 0xFF8E_8E93), frame: Wire.Color(argb: 0x8000_0000)),
    ],
    extras: ["deep_link": "shop://sale", "score": 7])

  static let full = Wire.Message(
    kind: .known(.full), header: "Welcome", message: "Three things to try first.",
    imageURL: "https://example.com/welcome.png",
    imageAlt: "A swift above roofs", orientation: .known(.portrait), animateIn: false, animateOut: false)

  static let html = Wire.Message(
    kind: .known(.html), message: "<!doctype html><p>Hello \"you\"</p>\n",
    baseURL: "https://example.com/page/",
    assetURLs: ["https://example.com/page/a.css", "https://example.com/page/b.js"], legacy: true,
    bridge: Wire.Bridge(
      allows: [.known(.customEvent), .known(.attributes), Wire.Open("teleport")], names: ["shopBridge"],
      readyEvents: ["shop.BridgeReady"]))

  static func image(_ kind: Wire.Message.Kind) -> Wire.Message {
    Wire.Message(
      kind: .known(kind), imageURL: "https://example.com/spring.png", imageAlt: "A cherry tree in blossom",
      clickAction: Wire.ClickAction(type: .known(.newsFeed)), orientation: .known(.landscape))
  }

  // MARK: - Triggers and filters

  static let triggers: [Example] = [
    Example("trigger-session-start", Wire.Trigger(kind: .known(.sessionStart))),
    Example("trigger-screen-view", Wire.Trigger(kind: .known(.screenView), name: "Cart", filter: colour)),
    Example(
      "trigger-attribute-change",
      Wire.Trigger(
        kind: .known(.attributeChange), name: "plan",
        filter: .compare(Wire.Comparison(path: ["value"], operation: .known(.equals), value: "pro")))),
    Example("trigger-audience-entry", Wire.Trigger(kind: .known(.audienceEntry), name: "a-vip")),
    Example("trigger-audience-exit", Wire.Trigger(kind: .known(.audienceExit), name: "a-vip")),
    Example("trigger-push-click", Wire.Trigger(kind: .known(.pushClick), name: "c-spring")),
    Example(
      "trigger-any-purchase",
      Wire.Trigger(
        kind: .known(.anyPurchase),
        filter: .compare(Wire.Comparison(path: ["price"], operation: .known(.greaterOrEqual), value: 9.99)))),
    Example("trigger-purchase", Wire.Trigger(kind: .known(.purchase), name: "sku-1")),
    Example(
      "trigger-custom-event", Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed", filter: colour)),
    Example(
      "trigger-any",
      Wire.Trigger(kind: .known(.any), triggers: [viewed, Wire.Trigger(kind: .known(.pushClick))])),
    Example(
      "trigger-all",
      Wire.Trigger(
        kind: .known(.all), triggers: [viewed, count, Wire.Trigger(kind: .known(.anyPurchase))],
        within: Wire.HistoryWindow(type: .known(.session)))),
    Example("trigger-count", count),
  ]

  static let viewed = Wire.Trigger(kind: .known(.customEvent), name: "cart_viewed")
  static let count = Wire.Trigger(
    kind: .known(.count), triggers: [viewed], times: 3, match: .known(.every),
    within: Wire.HistoryWindow(type: .known(.last), milliseconds: 604_800_000))

  static let colour = Wire.Filter.compare(
    Wire.Comparison(path: ["colour"], operation: .known(.equals), value: "red"))

  static let filters: [Example] = [
    Example("filter-compare", colour),
    Example("filter-all", Wire.Filter.all([colour, .any([])])),
    Example("filter-any", Wire.Filter.any([colour, .not(colour)])),
    Example("filter-not", Wire.Filter.not(colour)),
    Example("filter-any-element", Wire.Filter.compare(anyElement)),
    Example("filter-operations", Wire.Filter.all(operations.map { .compare($0) })),
  ]

  static let anyElement = Wire.Comparison(
    path: ["items"], operation: .known(.anyElement),
    filter: .all([
      .compare(Wire.Comparison(path: ["price"], operation: .known(.greater), value: 5)),
      .compare(
        Wire.Comparison(
          path: ["tags"], operation: .known(.anyElement),
          filter: .compare(Wire.Comparison(path: [], operation: .known(.startsWith), value: "out")))),
    ]))

  static let operations: [Wire.Comparison] = [
    Wire.Comparison(path: ["colour"], operation: .known(.equals), value: "red"),
    Wire.Comparison(path: ["count"], operation: .known(.notEquals), value: 3),
    Wire.Comparison(path: ["cart", "total"], operation: .known(.less), value: 20.5),
    Wire.Comparison(path: ["cart", "total"], operation: .known(.lessOrEqual), value: 20),
    Wire.Comparison(path: ["since"], operation: .known(.greater), value: ["$date": 1_767_225_600_000]),
    Wire.Comparison(path: ["cart", "total"], operation: .known(.greaterOrEqual), value: -1),
    Wire.Comparison(path: ["size"], operation: .known(.isIn), value: ["S", "M", 38, true, .null]),
    Wire.Comparison(path: ["tags"], operation: .known(.contains), value: "new"),
    Wire.Comparison(path: ["code"], operation: .known(.matches), value: #"^A\d+"#, ignoringCase: true),
    Wire.Comparison(path: ["coupon"], operation: .known(.isBlank)),
    Wire.Comparison(path: ["gift"], operation: .known(.isNotBlank)),
    Wire.Comparison(path: ["cart", "total"], operation: .known(.between), value: [20, 49.99]),
    Wire.Comparison(path: ["last_order"], operation: .known(.greater), value: ["$ago": ["days": 3]]),
    Wire.Comparison(
      path: ["departure"], operation: .known(.between),
      value: [["$from_now": ["hours": 2]], ["$from_now": ["days": 1, "minutes": 30]]]),
    Wire.Comparison(path: ["size"], operation: .known(.isNotIn), value: ["XS", "XXL"]),
    Wire.Comparison(path: ["title"], operation: .known(.contains), value: "sale", ignoringCase: true),
    Wire.Comparison(path: ["code"], operation: .known(.startsWith), value: "spring-", ignoringCase: true),
    Wire.Comparison(path: ["code"], operation: .known(.endsWith), value: "-26"),
    Wire.Comparison(path: ["tags"], operation: .known(.includesAny), value: ["new", "sale"]),
    Wire.Comparison(path: ["tags"], operation: .known(.includesAll), value: ["new", "sale"]),
    anyElement,
    Wire.Comparison(path: ["referrer"], operation: .known(.exists)),
    Wire.Comparison(path: ["coupon"], operation: .known(.doesNotExist)),
  ]
}

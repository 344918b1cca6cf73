// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.control)), unknown: \.unknown,
    .field(
      "kind", \.kind, "`control` is a silent message: it shows nothing, and counts who would have seen it.",
      .required),
    .field("header", \.header, "The title above the text.", .optional, .most(Wire.Limits.headerLength)),
    .field("message", \.message, "The text. For `html`, the page itself."),
    .field("header_alignment", \.headerAlignment, "Absent: the kind's default."),
    .field("message_alignment", \.messageAlignment, "Absent: the kind's default."),
    .field("image_url", \.imageURL, "The URL of the image."),
    .field(
      "image_alt", \.imageAlt, "A description of the image for people who cannot see it.", .optional,
      .most(Wire.Limits.imageAltLength)),
    .field("icon", \.icon, "One character or a short name, drawn when there is no image."),
    .field(
      "language", \.language, "The language of the text (BCP 47).", .optional,
      .most(Wire.Limits.languageLength)),
    .field("slide_from", \.slideFrom, "Only `slideup`. Absent: the kind's default."),
    .field(
      "buttons", \.buttons, "The buttons, in the order in which they appear.", .optional,
      .most(Wire.Limits.buttons)),
    .field("click_action", \.clickAction, "What a tap on the message does. Absent: `none`."),
    .field("close", \.close, "How it closes. Absent: `user`."),
    .field("orientation", \.orientation, "The device orientations in which it can be shown."),
    .field("animate_in", \.animateIn, "Whether it appears with an animation."),
    .field("animate_out", \.animateOut, "Whether it disappears with an animation."),
    .field("themes", \.themes, "Keys `light` and `dark`. Absent: the device's default colours."),
    .field("extras", \.extras, "Values for the app.", .optional, .most(Wire.Limits.extras)),
    .field("base_url", \.baseURL, "Only `html`: the base of relative URLs."),
    .field(
      "asset_urls", \.assetURLs,
      "Only `html`: files to download in advance. A URL whose path ends in `.zip` is an archive.",
      .optional, .most(Wire.Limits.assets)),
    .field("legacy", \.legacy, "Only `html`: links follow [older rules](html-messages.md#links)."),
    .field(
      "bridge", \.bridge, "Only `html`: what the page can do. Absent: it can close itself and log clicks."))
}

extension Wire.Button: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: 0, text: ""), unknown: \.unknown,
    .field("id", \.id, "Its position, from 0.", .required),
    .field("text", \.text, "Its label.", .required, .most(Wire.Limits.buttonTextLength)),
    .field("click_action", \.clickAction, "What a tap on it does."),
    .field("themes", \.themes, "Keys `light` and `dark`."))
}

extension Wire.ClickAction: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("type", \.type, "What happens on a tap.", .required),
    .field("url", \.url, "Only with `url`."),
    .field("use_webview", \.useWebView, "Whether the URL opens inside the app."))
}

extension Wire.Close: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("type", \.type, "`user`: the person closes it. `auto`: it also closes by itself.", .required),
    .field(
      "after_seconds", \.afterSeconds, "Only with `auto`.", .optional,
      .range(Int64(Wire.Limits.closeSeconds.lowerBound)...Int64(Wire.Limits.closeSeconds.upperBound))))
}

extension Wire.Theme: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("background", \.background, "The background of the card."),
    .field("text", \.text, "The colour of the text."),
    .field("header_text", \.headerText, "The colour of the header."),
    .field("icon", \.icon, "The colour of the icon."),
    .field("icon_background", \.iconBackground, "The background of the icon."),
    .field("close_button", \.closeButton, "The colour of the close control."),
    .field("frame", \.frame, "The background behind a modal."))
}

extension Wire.ButtonTheme: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("text", \.text, "The colour of the text."),
    .field("border", \.border, "The colour of the border."),
    .field("background", \.background, "The background of the button."))
}

extension Wire.Bridge: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("allows", \.allows, "What the page can do besides closing itself and logging clicks."),
    .field("names", \.names, "Additional names for the page's bridge object."),
    .field("ready_events", \.readyEvents, "Additional events that tell the page that its bridge is ready."))
}

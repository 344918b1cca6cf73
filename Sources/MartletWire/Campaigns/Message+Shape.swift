// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.control)), unknown: \.unknown,
    .field("kind", \.kind, "`control` shows nothing: it measures what would have been shown.", .required),
    .field("header", \.header, "Above the text."),
    .field("message", \.message, "The text; for `html` the page itself."),
    .field("header_alignment", \.headerAlignment, "Absent: the kind's own."),
    .field("message_alignment", \.messageAlignment, "Absent: the kind's own."),
    .field("image_url", \.imageURL, "The picture."),
    .field("image_alt", \.imageAlt, "What the picture shows, for people who do not see it."),
    .field("icon", \.icon, "One character or a short name, drawn when there is no image."),
    .field("language", \.language, "BCP 47, of the texts."),
    .field("slide_from", \.slideFrom, "Only `slideup`. Absent: the kind's own."),
    .field("buttons", \.buttons, "At most two."),
    .field("click_action", \.clickAction, "What a tap on the body does."),
    .field("close", \.close, "What closes it."),
    .field("orientation", \.orientation, "How the device must be held."),
    .field("animate_in", \.animateIn, "Whether it moves in."),
    .field("animate_out", \.animateOut, "Whether it moves out."),
    .field("themes", \.themes, "Keys `light` and `dark`. Absent: the device's own."),
    .field("extras", \.extras, "For the app."),
    .field("base_url", \.baseURL, "Only `html`: what relative addresses are relative to."),
    .field("asset_urls", \.assetURLs, "Only `html`: what is fetched in advance. An address whose path ends in `.zip` is an archive."),
    .field("legacy", \.legacy, "Only `html`: links follow the rules of pages that come as an archive."),
    .field("bridge", \.bridge, "Only `html`: what the page may do. Absent: close itself and log clicks."))
}

extension Wire.Button: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: 0, text: ""), unknown: \.unknown,
    .field("id", \.id, "0-based position.", .required),
    .field("text", \.text, "What stands on it.", .required),
    .field("click_action", \.clickAction, "What a tap does."),
    .field("themes", \.themes, "Keys `light` and `dark`."))
}

extension Wire.ClickAction: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("type", \.type, "What happens.", .required),
    .field("url", \.url, "Only with `url`."),
    .field("use_webview", \.useWebView, "Opens inside the app."))
}

extension Wire.Close: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("type", \.type, "Who closes it.", .required),
    .field("after_seconds", \.afterSeconds, "Only with `auto`."))
}

extension Wire.Theme: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("background", \.background, "Behind the texts."),
    .field("text", \.text, "Of the text."),
    .field("header_text", \.headerText, "Of the header."),
    .field("icon", \.icon, "Of the icon."),
    .field("icon_background", \.iconBackground, "Behind the icon."),
    .field("close_button", \.closeButton, "Of the close control."),
    .field("frame", \.frame, "Behind a modal."))
}

extension Wire.ButtonTheme: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("text", \.text, "Of the text."),
    .field("border", \.border, "Around it."),
    .field("background", \.background, "Behind the text."))
}

extension Wire.Bridge: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("allows", \.allows, "What the page may do beside closing itself and logging clicks."),
    .field("names", \.names, "Under which names the page finds its bridge, beside Martlet's own."),
    .field("ready_events", \.readyEvents, "Which events tell the page that its bridge is there, beside Martlet's own."))
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.control)), unknown: \.unknown,
    .field("kind", \.kind, "`control` shows nothing: it measures what would have been shown.", .required),
    .field("header", \.header, "Above the text.", .optional, .most(Wire.Limits.headerLength)),
    .field("message", \.message, "The text. For `html` the page itself."),
    .field("header_alignment", \.headerAlignment, "Absent: the kind's own."),
    .field("message_alignment", \.messageAlignment, "Absent: the kind's own."),
    .field("image_url", \.imageURL, "The picture."),
    .field("image_alt", \.imageAlt, "What the picture shows, for people who do not see it.", .optional, .most(Wire.Limits.imageAltLength)),
    .field("icon", \.icon, "One character or a short name, drawn when there is no image."),
    .field("language", \.language, "BCP 47, of the texts.", .optional, .most(Wire.Limits.languageLength)),
    .field("slide_from", \.slideFrom, "Only `slideup`. Absent: the kind's own."),
    .field("buttons", \.buttons, "In their order on the screen.", .optional, .most(Wire.Limits.buttons)),
    .field("click_action", \.clickAction, "What a tap on the body does."),
    .field("close", \.close, "How it closes."),
    .field("orientation", \.orientation, "How the device must be held."),
    .field("animate_in", \.animateIn, "Whether it animates in."),
    .field("animate_out", \.animateOut, "Whether it animates out."),
    .field("themes", \.themes, "Keys `light` and `dark`. Absent: the device's own."),
    .field("extras", \.extras, "For the app.", .optional, .most(Wire.Limits.extras)),
    .field("base_url", \.baseURL, "Only `html`: what relative addresses are relative to."),
    .field(
      "asset_urls", \.assetURLs, "Only `html`: what is fetched in advance. An address whose path ends in `.zip` is an archive.", .optional,
      .most(Wire.Limits.assets)),
    .field("legacy", \.legacy, "Only `html`: links follow the rules of pages that come as an archive."),
    .field("bridge", \.bridge, "Only `html`: what the page may do. Absent: close itself and log clicks."))
}

extension Wire.Button: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(id: 0, text: ""), unknown: \.unknown,
    .field("id", \.id, "Its position, from 0.", .required),
    .field("text", \.text, "Its label.", .required, .most(Wire.Limits.buttonTextLength)),
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
    .field("type", \.type, "`user`: the person closes it. `auto`: it also closes by itself.", .required),
    .field(
      "after_seconds", \.afterSeconds, "Only with `auto`.", .optional,
      .range(Int64(Wire.Limits.closeSeconds.lowerBound)...Int64(Wire.Limits.closeSeconds.upperBound))))
}

extension Wire.Theme: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(), unknown: \.unknown,
    .field("background", \.background, "Of the card."),
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

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Message: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      kind: try fields.require("kind"),
      header: try fields.take("header"),
      message: try fields.take("message"),
      headerAlignment: try fields.take("header_alignment"),
      messageAlignment: try fields.take("message_alignment"),
      imageURL: try fields.take("image_url"),
      imageAlt: try fields.take("image_alt"),
      icon: try fields.take("icon"),
      language: try fields.take("language"),
      slideFrom: try fields.take("slide_from"),
      buttons: try fields.take("buttons", default: []),
      clickAction: try fields.take("click_action", default: Wire.ClickAction()),
      close: try fields.take("close", default: Wire.Close()),
      orientation: try fields.take("orientation", default: .known(.any)),
      animateIn: try fields.take("animate_in", default: true),
      animateOut: try fields.take("animate_out", default: true),
      themes: try fields.take("themes", default: [:]),
      extras: try fields.take("extras", default: [:]),
      baseURL: try fields.take("base_url"),
      assetURLs: try fields.take("asset_urls", default: []),
      legacy: try fields.take("legacy", default: false),
      bridge: try fields.take("bridge"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("kind", kind)
    fields.set("header", header)
    fields.set("message", message)
    fields.set("header_alignment", headerAlignment)
    fields.set("message_alignment", messageAlignment)
    fields.set("image_url", imageURL)
    fields.set("image_alt", imageAlt)
    fields.set("icon", icon)
    fields.set("language", language)
    fields.set("slide_from", slideFrom)
    fields.set("buttons", buttons, unless: [])
    fields.set("click_action", clickAction, unless: Wire.ClickAction())
    fields.set("close", close, unless: Wire.Close())
    fields.set("orientation", orientation, unless: .known(.any))
    fields.set("animate_in", animateIn, unless: true)
    fields.set("animate_out", animateOut, unless: true)
    fields.set("themes", themes, unless: [:])
    fields.set("extras", extras, unless: [:])
    fields.set("base_url", baseURL)
    fields.set("asset_urls", assetURLs, unless: [])
    fields.set("legacy", legacy, unless: false)
    fields.set("bridge", bridge)
    return fields.json
  }
}

extension Wire.Button: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      id: try fields.require("id"),
      text: try fields.require("text"),
      clickAction: try fields.take("click_action", default: Wire.ClickAction()),
      themes: try fields.take("themes", default: [:]),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("id", id)
    fields.set("text", text)
    fields.set("click_action", clickAction, unless: Wire.ClickAction())
    fields.set("themes", themes, unless: [:])
    return fields.json
  }
}

extension Wire.ClickAction: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      type: try fields.require("type"),
      url: try fields.take("url"),
      useWebView: try fields.take("use_webview", default: false),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("type", type)
    fields.set("url", url)
    fields.set("use_webview", useWebView, unless: false)
    return fields.json
  }
}

extension Wire.Close: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(type: try fields.require("type"), afterSeconds: try fields.take("after_seconds"), unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("type", type)
    fields.set("after_seconds", afterSeconds)
    return fields.json
  }
}

extension Wire.Theme: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      background: try fields.take("background"),
      text: try fields.take("text"),
      headerText: try fields.take("header_text"),
      icon: try fields.take("icon"),
      iconBackground: try fields.take("icon_background"),
      closeButton: try fields.take("close_button"),
      frame: try fields.take("frame"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("background", background)
    fields.set("text", text)
    fields.set("header_text", headerText)
    fields.set("icon", icon)
    fields.set("icon_background", iconBackground)
    fields.set("close_button", closeButton)
    fields.set("frame", frame)
    return fields.json
  }
}

extension Wire.ButtonTheme: FormValue {
  public init(json: Wire.JSONValue) throws(Wire.DecodingProblem) {
    var fields = try Fields(reading: json)
    self.init(
      text: try fields.take("text"),
      border: try fields.take("border"),
      background: try fields.take("background"),
      unknown: fields.takeRest())
  }

  public var json: Wire.JSONValue {
    var fields = Fields(writing: unknown)
    fields.set("text", text)
    fields.set("border", border)
    fields.set("background", background)
    return fields.json
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletWire

/// A push whose texts are templates, as those of messages are. A text without `{{` stays as it is.
public struct PushTemplate: Sendable {
  private let push: Wire.PushNotification

  /// The most bytes of a push's rendered texts: more than any payload can have.
  private static let maximumBytes = 16_384

  public init(_ push: Wire.PushNotification) {
    self.push = push
  }

  private var templates: Templates<Wire.PushNotification> { Templates(map: mapped) }

  /// Whether it is different for each person or device, or has anything else that is not sent as it
  /// is written.
  public var isPersonal: Bool {
    var isPersonal = false
    _ = push.replacingTexts { text in
      if text.isPersonal { isPersonal = true }
      return text.text
    }
    return isPersonal
  }

  /// Problems of the templates; empty if they can be rendered.
  public var diagnostics: [Diagnostic] { templates.diagnostics }

  /// The values of an event that the texts name, as `event.KEY`. They come with the event on which
  /// the push is sent, or with the run.
  public var eventValues: Set<String> {
    Set(templates.names.flatMap(\.names).filter(\.isOfEvent).map(\.description))
  }

  /// Those of them without which the push is not sent.
  public var requiredEventValues: Set<String> {
    Set(templates.required.filter(\.isOfEvent).map(\.description))
  }

  /// Keys of the person's attributes that the texts name.
  public var attributeKeys: Set<String> { templates.attributeKeys }

  public enum Result: Equatable, Sendable {
    case push(Wire.PushNotification)
    /// The name of the missing value.
    case missing(String)
    /// The field whose template cannot be read, or that is too long.
    case failed(String)
  }

  /// The push for one person.
  public func render(_ values: TemplateValues) -> Result {
    do throws(TemplateProblem) {
      return .push(try templates.render(values, maximumBytes: Self.maximumBytes))
    } catch {
      switch error {
      case .missing(let name): return .missing(name)
      case .unreadable(let field): return .failed(field)
      case .tooLong, .tooMuch: return .failed("push.text")
      }
    }
  }

  private func mapped(_ body: @escaping TemplateBody) -> Wire.PushNotification {
    push.replacingTexts { $0.isPersonal ? body($0.text, $0.field, $0.kind) : $0.text }
  }
}

extension ContentText {
  /// Whether it may be different for each person or device.
  fileprivate var isPersonal: Bool {
    text.contains("{{") || role == .address && text.contains(Address.deviceMarker)
  }
}

extension TemplatePath {
  /// Whether it is a value of an event.
  var isOfEvent: Bool { names.first == "event" && names.count > 1 }
}

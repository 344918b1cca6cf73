// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletKit
import MartletUI
import MartletWire

/// The bridge methods that a page calls, as far as its text shows them, and the calls that a device
/// would refuse.
///
/// A script may make calls that its text does not show, and a call in a comment is never made. So
/// these are notes; the device decides.
struct PageCalls {
  /// The bridge's names of the methods: `logPurchase`, `getUser.setEmail`.
  private(set) var methods: [String] = []
  /// The line on which each is called first.
  private var lines: [String: Int] = [:]
  private let access: SceneNode.BridgeAccess
  /// The form's field with the page.
  private let field: String

  /// Empty if the campaign has no page.
  init(_ content: CampaignContent) {
    if let message = content.message {
      self.init(message)
    } else {
      let shown = content.content
      self.init(shown?.kind == .known(.html) ? shown?.body : nil, shown?.bridge, field: "content.page")
    }
  }

  /// Empty for other kinds of message.
  init(_ message: Wire.Message) {
    self.init(message.uses(.page) ? message.message : nil, message.bridge, field: "page")
  }

  private init(_ page: String?, _ bridge: Wire.Bridge?, field: String) {
    self.field = field
    let allowed = bridge?.allows.compactMap { SceneNode.BridgeAccess.Capability(rawValue: $0.rawValue) } ?? []
    access = SceneNode.BridgeAccess(capabilities: Set(allowed))
    guard let page else { return }
    for name in [Wire.Bridge.ownName] + (bridge?.names ?? []) { read(page, calledBy: name) }
  }

  /// Notes for the page's field.
  var problems: [FormProblem] {
    methods.compactMap { method -> FormProblem? in
      do throws(BridgeRefusal) {
        _ = try BridgeAction(BridgeCall(method: method), access: access)
      } catch {
        switch error.reason {
        case .notAllowed(let capability):
          let words = Wire.Bridge.Capability(rawValue: capability.rawValue)?.words ?? capability.rawValue
          return FormProblem(
            severity: .warning, field: field,
            message: "The page calls \(method), but it has no permission. Devices refuse the call.",
            remedy: "Select “\(words)” under Page permissions, or remove the call.", line: lines[method])
        case .unknownMethod:
          return FormProblem(
            severity: .warning, field: field,
            message: "The page calls \(method), which the bridge does not have. Devices refuse the call.",
            remedy: "Correct the name, or remove the call.", line: lines[method])
        default: break
        }
      }
      return nil
    }.prefix(CampaignLimits.pageNotes).map(\.self)
  }

  private mutating func read(_ page: String, calledBy name: String) {
    var user = false
    for (chain, line) in Self.chains(after: name, in: page) {
      switch chain.first {
      case "getUser" where chain.count > 1: add("getUser." + chain[1], line)
      case "getUser": user = true
      case "web", nil: break
      case .some(let method): add(method, line)
      }
    }
    // The page kept the user object under a name of its own: every call named like one of the
    // user's methods counts as one.
    guard user else { return }
    for (method, line) in Self.called(in: page) where isOfPerson(method) { add("getUser." + method, line) }
  }

  private mutating func add(_ method: String, _ line: Int) {
    guard lines[method] == nil else { return }
    lines[method] = line
    methods.append(method)
  }

  private func isOfPerson(_ method: String) -> Bool {
    do throws(BridgeRefusal) {
      _ = try BridgeAction(BridgeCall(method: "getUser." + method), access: access)
      return true
    } catch {
      return error.reason != .unknownMethod
    }
  }

  // MARK: - Reading

  /// The members after each place where the name stands by itself, with its line: `["getUser",
  /// "setEmail"]` for `martletBridge.getUser().setEmail("a")`.
  private static func chains(after name: String, in text: String) -> [(chain: [String], line: Int)] {
    var found: [([String], Int)] = []
    var lines = LineCount(text)
    var rest = text[...]
    while let place = rest.firstRange(of: name) {
      let before = place.lowerBound == text.startIndex ? nil : text[text.index(before: place.lowerBound)]
      rest = rest[place.upperBound...]
      guard before.map(isName) != true else { continue }
      var after = rest
      var chain: [String] = []
      while chain.count < 2, let member = member(&after) {
        chain.append(member)
        guard after.hasPrefix("()") else { break }
        after = after.dropFirst(2)
      }
      found.append((chain, lines.line(of: place.lowerBound)))
    }
    return found
  }

  /// Names between a dot and an opening parenthesis, each with its line.
  private static func called(in text: String) -> [(name: String, line: Int)] {
    var found: [(String, Int)] = []
    var lines = LineCount(text)
    var rest = text[...]
    while let point = rest.firstIndex(of: ".") {
      rest = rest[point...]
      guard let name = member(&rest) else {
        rest = rest.dropFirst()
        continue
      }
      if rest.first == "(" { found.append((name, lines.line(of: point))) }
    }
    return found
  }

  /// Removes `.name` or `?.name` from the beginning and returns the name.
  private static func member(_ text: inout Substring) -> String? {
    var rest = text.drop(while: \.isWhitespace)
    if rest.first == "?" { rest = rest.dropFirst() }
    guard rest.first == "." else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    let name = rest.prefix(while: isName)
    guard !name.isEmpty, name.count <= 64 else { return nil }
    text = rest[name.endIndex...]
    return String(name)
  }

  private static func isName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "_" || character == "$"
  }
}

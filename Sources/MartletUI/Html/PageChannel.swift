// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// What arrives from the bridge script of one page on a native host.
///
/// A page is untrusted. A text is only read if it is short enough, and a page that exceeds a limit
/// is removed. `BridgeAction` checks the calls.
struct PageChannel {
  /// The meaning of a text.
  enum Message: Equatable {
    /// The page and everything in it has loaded.
    case loaded
    case call(BridgeCall)
    /// The Escape key was pressed inside the page.
    case escape
    /// The page has exceeded a limit. Nothing that it sends counts any more.
    case lost(PageLoss)
  }

  private var calls = 0
  private var length = 0
  private var isLost = false

  /// The length of what surrounds the arguments of a call, in bytes.
  private static let form = 400

  /// Reads a text. nil if it means nothing, or if the page is already lost.
  mutating func receive(_ text: String) -> Message? {
    guard !isLost else { return nil }
    // A character of a page has up to four bytes here.
    guard text.utf8.count <= 4 * BridgeAction.Limits.callLength + Self.form, let said = Self.read(text) else {
      return lose(.invalid)
    }
    if said.loaded == true { return .loaded }
    length += text.unicodeScalars.count
    calls += 1
    if calls > BridgeAction.Limits.calls { return lose(.calls) }
    if length > BridgeAction.Limits.totalLength { return lose(.length) }
    if said.escape == true { return .escape }
    guard let method = said.call else { return lose(.invalid) }
    let arguments = said.arguments ?? []
    let isTooLarge =
      said.isTooLarge == true || arguments.count > BridgeAction.Limits.arguments
      || arguments.contains { $0.isTooDeep }
    return .call(BridgeCall(method: method, arguments: isTooLarge ? [] : arguments, isTooLarge: isTooLarge))
  }

  private mutating func lose(_ loss: PageLoss) -> Message {
    isLost = true
    return .lost(loss)
  }

  private struct Said: Decodable {
    var loaded: Bool?
    var escape: Bool?
    var call: String?
    var arguments: [Wire.JSONValue]?
    var isTooLarge: Bool?
  }

  private static func read(_ text: String) -> Said? {
    try? JSONDecoder().decode(Said.self, from: Data(text.utf8))
  }
}

extension Wire.JSONValue {
  /// Whether lists and objects are nested more deeply than a call may have them.
  fileprivate var isTooDeep: Bool { isDeeper(than: BridgeAction.Limits.depth) }

  private func isDeeper(than depth: Int) -> Bool {
    switch self {
    case .array(let items): depth == 0 || items.contains { $0.isDeeper(than: depth - 1) }
    case .object(let fields): depth == 0 || fields.values.contains { $0.isDeeper(than: depth - 1) }
    default: false
    }
  }
}

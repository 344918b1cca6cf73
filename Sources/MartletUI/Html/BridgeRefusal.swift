// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Why a call of a page's bridge, or a link, was refused. It contains nothing from the page except the name of the method, so it can be
/// logged.
public struct BridgeRefusal: Error, Hashable, Sendable {
  /// The method that was called, up to 64 characters. `link` for a link, `page` for the whole page.
  public var method: String
  public var reason: Reason

  /// Why the call was refused.
  public enum Reason: Hashable, Sendable {
    case unknownMethod
    /// The campaign does not allow it.
    case notAllowed(Martlet.InAppMessage.Html.Bridge.Capability)
    /// The argument at this index, from 0, is not what was expected.
    case argument(index: Int, expected: String)
    /// Martlet does not support the method. The value is the reason.
    case unsupported(String)
    /// The page called it before the page was fully visible. A click needs an impression.
    case notShownYet
    /// The presentation has ended.
    case ended
    /// The message has no context: the app built it without one.
    case noContext
    /// The page exceeded the maximum number of different buttons.
    case tooMany(String)
    /// The call exceeds `BridgeAction.Limits`.
    case tooLarge
    /// There was no input. A link needs an input inside the page, and each input opens one link.
    case noInput
    /// The page was removed. The method is `page`.
    case takenDown(PageLoss)
    /// Nothing can open the URL.
    case address
  }

  public init(method: String, reason: Reason) {
    self.method = String(String.UnicodeScalarView(method.unicodeScalars.prefix(64)))
    self.reason = reason
  }
}

extension BridgeRefusal: CustomStringConvertible {
  /// A sentence for the developer of the page.
  public var description: String { "\(method): \(reason.words)" }
}

extension BridgeRefusal.Reason {
  /// A sentence with the remedy.
  public var words: String {
    switch self {
    case .unknownMethod: "The bridge has no such method."
    case .notAllowed(let capability):
      "The campaign does not allow it. Add \(capability.rawValue) to the permissions of the page."
    case .argument(let index, let expected): "Argument \(index + 1) must be \(expected)."
    case .unsupported(let why): why
    case .notShownYet: "The message is not visible yet, and a click needs an impression."
    case .ended: "The message has closed."
    case .noContext: "The message has no context, so nothing can be logged for it. Create one with makeContext(for:)."
    case .tooMany(let limit): "A page can have up to \(limit)."
    case .tooLarge:
      "A call can have up to \(BridgeAction.Limits.arguments) arguments and \(BridgeAction.Limits.callLength) characters. An argument can have up to "
        + "\(BridgeAction.Limits.values) values, nested \(BridgeAction.Limits.depth) levels deep."
    case .noInput: "A link only opens right after a click, touch or key press inside the page, and each of these opens one link."
    case .takenDown(let loss): loss.words
    case .address: "This URL cannot be opened."
    }
  }

  /// A stable name for records.
  public var word: String {
    switch self {
    case .unknownMethod: "unknown_method"
    case .notAllowed: "not_allowed"
    case .argument: "argument"
    case .unsupported: "unsupported"
    case .notShownYet: "not_shown_yet"
    case .ended: "ended"
    case .noContext: "no_context"
    case .tooMany: "too_many"
    case .tooLarge: "too_large"
    case .noInput: "no_input"
    case .takenDown: "taken_down"
    case .address: "address"
    }
  }
}

/// Why a page was removed, before or while it was visible.
public enum PageLoss: String, Hashable, Sendable, Codable, CaseIterable {
  /// It navigated to another address.
  case left
  /// It made more calls than `BridgeAction.Limits.calls`.
  case calls
  /// Its calls had more characters than `BridgeAction.Limits.totalLength`.
  case length
  /// It kept posting messages to the surrounding window.
  case messages
  /// It sent a message that the bridge never sends.
  case invalid
  /// It took too long to paint, so that the window froze. Only browsers detect this.
  case painting

  /// A sentence for the developer of the page.
  public var words: String {
    switch self {
    case .left: "The page navigated to another address and was removed."
    case .calls: "The page made more than \(BridgeAction.Limits.calls) calls and was removed."
    case .length: "The page’s calls had more than \(BridgeAction.Limits.totalLength) characters in total, and it was removed."
    case .messages: "The page kept posting messages to the window instead of calling the bridge and was removed."
    case .invalid: "The page sent a message that the bridge never sends and was removed."
    case .painting: "The page took so long to paint that the window froze, and it was removed."
    }
  }
}

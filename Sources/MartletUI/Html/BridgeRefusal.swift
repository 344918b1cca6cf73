// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

/// Why a call of a page's bridge, or a link, was not carried out. Nothing of what the page said is in it besides the method's name, so that it
/// can be logged.
public struct BridgeRefusal: Error, Hashable, Sendable {
  /// The method that was called, at most 64 characters of it; `link` for a link, `page` for the page as a whole.
  public var method: String
  public var reason: Reason

  /// What stands against it.
  public enum Reason: Hashable, Sendable {
    case unknownMethod
    /// The campaign does not allow it.
    case notAllowed(Martlet.InAppMessage.Html.Bridge.Capability)
    /// The argument at this place, counted from 0, is not what was expected.
    case argument(index: Int, expected: String)
    /// Martlet has nothing that corresponds to the method, for this reason.
    case unsupported(String)
    /// A click needs an impression: the page called before it was fully visible.
    case notShownYet
    /// The presentation has ended.
    case ended
    /// The message has no context: the app built it and gave it none.
    case noContext
    /// More different buttons than a page may have in one presentation.
    case tooMany(String)
    /// Larger than `BridgeAction.Limits` allow.
    case tooLarge
    /// Nobody touched the page: a link follows an input inside the page, and each input opens one link.
    case noInput
    /// The page was taken down; the method is `page`.
    case takenDown(PageLoss)
    /// Links lead to addresses that something can open.
    case address
  }

  public init(method: String, reason: Reason) {
    self.method = String(String.UnicodeScalarView(method.unicodeScalars.prefix(64)))
    self.reason = reason
  }
}

extension BridgeRefusal: CustomStringConvertible {
  /// One sentence for the developer of the page.
  public var description: String { "\(method): \(reason.words)" }
}

extension BridgeRefusal.Reason {
  /// One sentence, with what helps.
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

  /// One word of a closed list, for records.
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

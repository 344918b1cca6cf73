// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
public import MartletUI

/// A message's page as a browser gets it: the bridge comes before everything else, and addresses of
/// files that the device has are replaced by local ones.
///
/// Show it in `<iframe sandbox="allow-scripts">` at an address of its own: a page in `srcdoc` would
/// be bound to the policy of the page around it.
public struct PageDocument: Sendable {
  let web: SceneNode.Web
  let isMeasured: Bool
  private let files: PageFiles

  /// - Parameters:
  ///   - path: The path at which the page is served; ends with a slash.
  ///   - isMeasured: Whether the page reports on request which of its parts are cut off.
  public init(_ web: SceneNode.Web, path: String, isMeasured: Bool = false) {
    self.web = web
    self.isMeasured = isMeasured
    files = PageFiles(web, path: path)
  }

  /// The path at which the page and its files are served; ends with a slash.
  public var path: String { files.path }

  /// - Parameter name: The part after the path; empty for the page itself.
  public func answer(_ name: String) -> PageFiles.Answer {
    guard name.isEmpty else { return files.answer(name) }
    return files.page.map { .page(withBridge($0)) } ?? .none
  }

  // MARK: - The bridge

  /// Keeps the doctype first, because it determines the page's layout mode. Tags of `html` and
  /// `head` after a script are read as if the script were not there.
  private func withBridge(_ page: String) -> String {
    let (doctype, rest) = Self.split(page)
    var scripts = [Self.configuration(of: web), PageBridge.script, Self.guarding, Self.channel]
    if isMeasured { scripts.append(Self.measuring) }
    return
      "\(doctype)<script>\(Self.bridge)(\(scripts.joined(separator: ", ")))</script>\(Self.withoutShadowTrees(rest))"
  }

  /// Renames the attribute of declarative shadow roots, because an observer of the page's elements
  /// cannot see into them.
  private static func withoutShadowTrees(_ page: Substring) -> String {
    page.replacingOccurrences(of: "shadowrootmode", with: "data-shadow-root-mode", options: .caseInsensitive)
  }

  private static func split(_ page: String) -> (doctype: Substring, rest: Substring) {
    var rest = Substring(page)
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.hasPrefix("<!--"), let end = rest.range(of: "-->") else { break }
      rest = rest[end.upperBound...]
    }
    guard rest.prefix(9).lowercased() == "<!doctype", let end = rest.firstIndex(of: ">") else {
      return ("", rest)
    }
    let after = rest.index(after: end)
    return (rest[..<after], rest[after...])
  }

  private static func configuration(of web: SceneNode.Web) -> String {
    struct Configuration: Encodable {
      var names: [String]
      var readyEvents: [String]
      var methods = BridgeAction.methods
      var surroundings: SceneNode.Web.Surroundings
      var limits = PageLimits()
    }
    return json(
      Configuration(
        names: web.bridge.names, readyEvents: web.bridge.readyEvents, surroundings: web.surroundings))
  }

  /// JSON that is safe inside a script: no tag can begin in it.
  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return text.replacing("<", with: "\\u003C")
  }

  private static let bridge = script("page-bridge.js")
  private static let guarding = script("page-guard.js")
  private static let channel = script("page-channel.js")
  private static let measuring = script("page-measure.js")

  /// A function as an expression: without its leading comment, and without the last line break,
  /// which would end the expression.
  private static func script(_ path: String) -> String {
    let file = EmbeddedFiles.all.first { $0.path == path }
    let text = file.map { $0.text.description } ?? ""
    return text.split(separator: "\n").drop { $0.hasPrefix("//") }.joined(separator: "\n")
  }
}

/// The presenter's limits on a page's bridge calls, for the two scripts that enforce them: in the
/// frame, and in the page around it.
struct PageLimits: Encodable {
  let calls = BridgeAction.Limits.calls
  let totalLength = BridgeAction.Limits.totalLength
  let callLength = BridgeAction.Limits.callLength
  let arguments = BridgeAction.Limits.arguments
  let values = BridgeAction.Limits.values
  let depth = BridgeAction.Limits.depth
}

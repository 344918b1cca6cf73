// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletKit

/// The bridge in a web view of the app's own. The page is the app's, so only single calls have
/// limits.
@MainActor
package struct AppPageBridge {
  private let access: SceneNode.BridgeAccess
  private let client: Martlet?
  private let closeMessage: (@MainActor () -> Void)?
  private let logClick: (@MainActor (_ buttonID: String?) -> Void)?

  /// - Parameters:
  ///   - access: what the page may call.
  ///   - client: carries out the calls. nil: none has an effect.
  ///   - closeMessage: for a web view inside a message. nil: the page belongs to none.
  ///   - logClick: the same.
  package init(
    access: SceneNode.BridgeAccess, client: Martlet?, closeMessage: (@MainActor () -> Void)? = nil,
    logClick: (@MainActor (_ buttonID: String?) -> Void)? = nil
  ) {
    self.access = access
    self.client = client
    self.closeMessage = closeMessage
    self.logClick = logClick
  }

  /// The script of the bridge, for the page's own world.
  package static func script(handler: String, access: SceneNode.BridgeAccess) -> String {
    PageScript.forPageOfApp(handler: handler, access: access)
  }

  /// Carries out what the script has sent. A refused call is in the client's log.
  package func receive(_ text: String) {
    var channel = PageChannel()
    guard case .call(let call) = channel.receive(text) else { return }
    do throws(BridgeRefusal) {
      try perform(try BridgeAction(call, access: access), of: call)
    } catch {
      client?.logPageProblem(error.description)
    }
  }

  private func perform(_ action: BridgeAction, of call: BridgeCall) throws(BridgeRefusal) {
    let outside = BridgeRefusal(
      method: call.method, reason: .unsupported("The page is in a web view of the app, and in no message."))
    switch action {
    case .closeMessage:
      guard let closeMessage else { throw outside }
      closeMessage()
    case .logClick(let buttonID):
      guard let logClick else { throw outside }
      logClick(buttonID)
    case .actionContent: throw outside
    case .requestPushPermission:
      guard client?.requestPushPermission() == true else {
        throw BridgeRefusal(method: call.method, reason: .unsupported("This app does not support it."))
      }
    default: if let client { action.perform(on: client) }
    }
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import UIKit

extension Drive {
  /// What a page asked of a scheme's handler, and what it got.
  @MainActor public struct Resource {
    let task: SchemeTask
    weak var webView: WKWebView?

    public var response: URLResponse? { task.current.response }
    public var data: Data { task.current.data }
    public var error: (any Error)? { task.current.error }
    public var isFinished: Bool { task.current.isFinished }
    /// Neither answered to the end nor stopped: the page would hang.
    public var isPending: Bool { task.isLive }

    /// The page does not want it any more.
    public func stop() {
      if let webView { webView.liveTasks.stop(task, webView) }
      Drive.turn()
    }
  }

  /// The page asks for something under a scheme of the app. nil if the scheme has no handler.
  public static func load(_ url: URL, in webView: WKWebView) -> Resource? {
    turn()
    let task = webView.startTask(URLRequest(url: url))
    turn()
    return task.map { Resource(task: $0, webView: webView) }
  }
}

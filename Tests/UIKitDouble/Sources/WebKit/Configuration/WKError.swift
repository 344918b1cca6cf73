// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

public struct WKError: Error, Hashable, CustomNSError {
  public enum Code: Int, Sendable {
    case unknown = 1
    case webContentProcessTerminated = 2
    case webViewInvalidated = 3
    case javaScriptExceptionOccurred = 4
    case javaScriptResultTypeIsUnsupported = 5
    case contentRuleListStoreCompileFailed = 6
    case contentRuleListStoreLookUpFailed = 7
    case contentRuleListStoreRemoveFailed = 8
  }

  public let code: Code

  private let helpAnchor: String?

  public init(_ code: Code) { self.init(code, helpAnchor: nil) }

  init(_ code: Code, helpAnchor: String?) { (self.code, self.helpAnchor) = (code, helpAnchor) }

  public static var errorDomain: String { "WKErrorDomain" }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { helpAnchor.map { [NSHelpAnchorErrorKey: $0] } ?? [:] }
}

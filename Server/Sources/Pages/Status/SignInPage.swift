// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPSupport

private struct SignInModel {
  let token: String?
  let isRefused: Bool
  let isSignedOut: Bool
}

extension Site {
  /// The pages of signing in. A link opens the first page, and only its button redeems the link. So programs that follow links before people do
  /// cannot use the link up.
  public func html(_ stage: SignInStage, frame: Frame) -> String {
    var frame = frame
    frame.isSignedIn = false
    frame.title = stage == .refused ? "This link does not work" : "Sign in"
    let token: String? = if case .redeem(let token) = stage { token } else { nil }
    return page(
      "status/sign-in", SignInModel(token: token, isRefused: stage == .refused, isSignedOut: stage == .signedOut), in: frame)
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletReach

#if canImport(ObjectiveC)
/// Takes data that campaigns send to the app. Both methods are optional: data that the app has no
/// method for is dropped.
@MainActor
@objc
public protocol AEReachDataPushDelegate {
  /// Takes a text.
  ///
  /// - Returns: true if the app used it, false if it did not want it.
  @objc(didReceiveStringDataPushWithCategory:body:)
  optional func didReceiveStringDataPush(withCategory category: String!, body: String!) -> Bool

  /// Takes bytes, decoded and in Base64.
  ///
  /// - Returns: true if the app used them, false if it did not want them.
  @objc(didReceiveBase64DataPushWithCategory:decodedBody:encodedBody:)
  optional func didReceiveBase64DataPush(
    withCategory category: String!, decodedBody: Data!, encodedBody: String!
  ) -> Bool
}
#else
/// Takes data that campaigns send to the app. Without Objective-C, protocols have no optional
/// methods: both are needed.
@MainActor
public protocol AEReachDataPushDelegate: AnyObject {
  /// Takes a text.
  func didReceiveStringDataPush(withCategory category: String!, body: String!) -> Bool
  /// Takes bytes, decoded and in Base64.
  func didReceiveBase64DataPush(withCategory category: String!, decodedBody: Data!, encodedBody: String!)
    -> Bool
}
#endif

/// Makes the delegate of the app a handler of Martlet.
@MainActor
final class DataPushBridge: DataPushHandler {
  private let delegate: any AEReachDataPushDelegate

  init(_ delegate: any AEReachDataPushDelegate) { self.delegate = delegate }

  func receive(text: String, category: String?) async -> Reach.DataPushAnswer {
    #if canImport(ObjectiveC)
    answer(delegate.didReceiveStringDataPush?(withCategory: category, body: text))
    #else
    answer(delegate.didReceiveStringDataPush(withCategory: category, body: text))
    #endif
  }

  func receive(data: Data, encoded: String, category: String?) async -> Reach.DataPushAnswer {
    #if canImport(ObjectiveC)
    answer(
      delegate.didReceiveBase64DataPush?(withCategory: category, decodedBody: data, encodedBody: encoded))
    #else
    answer(delegate.didReceiveBase64DataPush(withCategory: category, decodedBody: data, encodedBody: encoded))
    #endif
  }

  private func answer(_ used: Bool?) -> Reach.DataPushAnswer {
    switch used {
    case true?: .accepted
    case false?: .refused
    case nil: .notMine
    }
  }
}

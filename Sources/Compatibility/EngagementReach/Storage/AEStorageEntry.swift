// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An object in an `AEStorage`.
#if canImport(ObjectiveC)
@objcMembers
#endif
public final class AEStorageEntry: NSObject {
  /// Unique in its storage. Later entries have larger ones.
  public let uid: UInt
  /// The object.
  public let data: Any
  /// The object, archived.
  let archive: Data

  init(uid: UInt, data: Any, archive: Data) {
    (self.uid, self.data, self.archive) = (uid, data, archive)
    super.init()
  }
}

#if canImport(ObjectiveC)
/// Hears which entries leave a storage because it is full.
@objc
public protocol AEStorageDelegate {
  /// The oldest entry made room for a new one.
  @objc(storage:didEvictEntry:)
  func storage(_ storage: AEStorage!, didEvictEntry entry: AEStorageEntry!)
}
#else
/// Hears which entries leave a storage because it is full.
public protocol AEStorageDelegate: AnyObject {
  /// The oldest entry made room for a new one.
  func storage(_ storage: AEStorage!, didEvictEntry entry: AEStorageEntry!)
}
#endif

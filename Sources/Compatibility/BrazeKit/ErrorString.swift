// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

extension Martlet {
  /// An error described by a text.
  public struct ErrorString: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The text for the log.
    public let logDescription: String

    /// Creates an error from a text.
    public init(_ text: String) { logDescription = text }

    /// Describes another error.
    public init(_ error: any Error) { logDescription = String(describing: error) }

    public var errorDescription: String? { logDescription }
    public var description: String { logDescription }
  }
}

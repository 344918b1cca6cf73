// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What Foundation adds to Swift's strings.

// page: foundation/characterset
public struct CharacterSet: Hashable, Sendable {
  public static var alphanumerics: CharacterSet { fatalError() }
  public init(charactersIn string: String) { fatalError() }
  public func union(_ other: CharacterSet) -> CharacterSet { fatalError() }
  public static var whitespaces: CharacterSet { fatalError() }
  public static var newlines: CharacterSet { fatalError() }
  public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}
// page: swift/string
extension String {
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
  public init(format: String, arguments: [any CVarArg]) { fatalError() }
}
// page: swift/stringprotocol
extension StringProtocol {
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { nil }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement, options: NSString.CompareOptions = [],
    range: Range<Index>? = nil
  ) -> String { fatalError() }
}

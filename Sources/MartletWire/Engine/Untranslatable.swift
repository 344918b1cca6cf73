// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// A campaign that this version cannot run, with the field that it does not understand.
  public struct Untranslatable: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path, such as `triggers[0].filter.all[1].op`. Empty: the whole form.
    public var field = ""
    /// One sentence.
    public var message: String

    public var description: String { "\(field): \(message)" }

    /// The same, seen from the form that holds this one as `part`.
    func inside(_ part: String) -> Self {
      Self(field: field.isEmpty || field.hasPrefix("[") ? part + field : "\(part).\(field)", message: message)
    }
  }
}

extension Array {
  /// Every element translated; an error says which one it was, of the list `name`.
  @inline(never)
  func translated<Part>(
    _ name: String, _ translate: (Element) throws(Wire.Untranslatable) -> Part
  ) throws(Wire.Untranslatable) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for (index, element) in enumerated() {
      do { parts.append(try translate(element)) } catch { throw error.inside("\(name)[\(index)]") }
    }
    return parts
  }
}

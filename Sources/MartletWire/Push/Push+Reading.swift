// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Push {
  /// Reads every field that can be read. A notification is on the person's screen already, so one
  /// wrong field must not take the others with it.
  ///
  /// - Parameter problems: receives the path and the reason of each field that is left out, without
  ///   values.
  public init(reading json: Wire.JSONValue, _ problems: inout [Wire.DecodingProblem]) {
    guard case .object = json else {
      problems.append(.wrongType(expected: "an object", found: json))
      self.init()
      return
    }
    var rest = json
    while true {
      let found: Wire.DecodingProblem
      do throws(Wire.DecodingProblem) {
        let read = try Self(json: rest)
        guard let error = read.validate().first else {
          self = read
          return
        }
        found = .invalid(error.message, at: error.field)
      } catch {
        found = error
      }
      problems.append(found)
      guard rest.remove(at: found.field) else {
        self.init()
        return
      }
    }
  }

  /// The problems of each field that is not within its bounds.
  public func validate() -> [Wire.Problem.FieldError] {
    var checks = Checks()
    withUnsafePointer(to: self) { checks.fields(of: UnsafeRawPointer($0), in: Self.table) }
    return checks.errors
  }
}

extension Wire.DecodingProblem {
  fileprivate static func invalid(_ message: String, at field: String) -> Self {
    var problem = Self.invalid(message)
    problem.field = field
    return problem
  }
}

extension Wire.JSONValue {
  /// Removes the field with this path, or what contains it if the path is not exact, because a key
  /// can contain a dot or be shortened in it. Returns false if nothing was removed.
  fileprivate mutating func remove(at path: String) -> Bool {
    guard case .object(var fields) = self else { return false }
    let keys = fields.keys.filter { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
    guard let key = keys.max(by: { $0.utf8.count < $1.utf8.count }) else { return false }
    let rest = path.dropFirst(key.count)
    if !rest.hasPrefix("."), !rest.isEmpty {
      fields[key] = nil
    } else if rest.isEmpty || fields[key]?.remove(at: String(rest.dropFirst())) != true {
      fields[key] = nil
    }
    self = .object(fields)
    return true
  }
}

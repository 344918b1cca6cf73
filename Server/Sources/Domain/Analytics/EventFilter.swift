// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Conditions on the properties of events, in the language of trigger filters. It has been checked,
/// so it can be evaluated.
public struct EventFilter: Hashable, Sendable {
  /// As it was written.
  public let wire: Wire.Filter
  /// What it means.
  public let filter: Filter
  private let program: FilterProgram

  /// Why something is no filter.
  public struct Problem: Error, Equatable, Sendable {
    /// The path in the filter: `all[1].value`.
    public var field: String
    public var message: String
  }

  public init(_ wire: Wire.Filter, isStored: Bool = false) throws(Problem) {
    self.wire = wire
    do {
      filter = try wire.translated(at: "")
      program = try FilterProgram(filter, compilePattern: Pattern.compiler)
    } catch let error as Wire.Untranslatable {
      throw Problem(field: Self.path(error.field), message: error.message)
    } catch let error as InvalidFilter {
      let first = error.diagnostics.first
      throw Problem(field: first?.fieldPath ?? "", message: first?.description ?? "The filter is not valid.")
    } catch {
      throw Problem(field: "", message: "The filter cannot be read.")
    }
    if !isStored, let reason = FilterContradiction.reason(filter) {
      throw Problem(field: "", message: "No event can match this: \(reason.description).")
    }
  }

  /// - Parameter isStored: Whether it was written before. Whoever writes one that nothing can match
  ///   hears of it.
  public init(json: Wire.JSONValue, isStored: Bool = false) throws(Problem) {
    let wire: Wire.Filter
    do { wire = try Wire.Filter(json: json) } catch {
      throw Problem(field: Self.path(error.field), message: error.message)
    }
    try self.init(wire, isStored: isStored)
  }

  private static func path(_ field: String) -> String { String(field.drop { $0 == "." }) }

  /// Whether an event with these properties is meant.
  ///
  /// - Parameter at: When it happened, for relative dates.
  public func matches(_ properties: Properties, at: Instant) -> Bool { program.evaluate(properties, at: at) }

  public static func == (one: Self, other: Self) -> Bool { one.wire == other.wire }
  public func hash(into hasher: inout Hasher) { hasher.combine(filter) }
}

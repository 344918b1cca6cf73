// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The tree of a pattern.
struct PatternNode: Sendable {
  indirect enum Kind: Sendable {
    case scalar(UInt32)
    /// A set of scalars, by its index among the pattern's sets.
    case set(Int)
    case assertion(Assertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, atLeast: Int, atMost: Int?)
  }

  /// A condition between two scalars.
  enum Assertion: Hashable, Sendable {
    case beginning, end, wordBorder, noWordBorder
  }

  var kind: Kind
  /// The number of instructions for this node.
  var size: Int

  init(_ kind: Kind) {
    self.kind = kind
    size =
      switch kind {
      case .scalar, .set, .assertion: 1
      case .sequence(let parts): parts.reduce(0) { $0 + $1.size }
      // Each alternative except the last needs a split before it and a jump after it.
      case .choice(let parts): parts.reduce(2 * (parts.count - 1)) { $0 + $1.size }
      case .repetition(let part, let least, let most?): part.size * least + (part.size + 1) * (most - least)
      case .repetition(let part, let least, nil): least == 0 ? part.size + 2 : part.size * least + 1
      }
  }
}

/// Reads a pattern from left to right.
struct PatternParser {
  private let scalars: [UInt32]
  private let ignoringCase: Bool
  private var position = 0
  private var depth = 0
  private(set) var sets: ContiguousArray<ScalarSet> = []
  private var numbers: [ScalarSet: Int] = [:]

  init(_ pattern: String, ignoringCase: Bool) {
    scalars = pattern.unicodeScalars.map(\.value)
    self.ignoringCase = ignoringCase
  }

  mutating func parse() throws(InvalidPattern) -> PatternNode {
    let root = try choice()
    guard position == scalars.count else { throw InvalidPattern(.unopenedGroup, position: position) }
    return try bounded(root, at: 0)
  }

  private func bounded(_ node: PatternNode, at position: Int) throws(InvalidPattern) -> PatternNode {
    // One more instruction ends the program.
    guard node.size < Pattern.maximumSize else {
      throw InvalidPattern(.tooLarge(limit: Pattern.maximumSize), position: position)
    }
    return node
  }

  private mutating func choice() throws(InvalidPattern) -> PatternNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : PatternNode(.choice(parts))
  }

  private mutating func sequence() throws(InvalidPattern) -> PatternNode {
    var parts: [PatternNode] = []
    while position < scalars.count, !isNext("|"), !isNext(")") { parts.append(try repeated()) }
    return parts.count == 1 ? parts[0] : PatternNode(.sequence(parts))
  }

  private mutating func repeated() throws(InvalidPattern) -> PatternNode {
    let part = try atom()
    let start = position
    guard let (least, most) = try count() else { return part }
    if take("?") {
      // Lazy or greedy makes no difference: only whether there is a match counts.
    } else if isNext("+") {
      throw InvalidPattern(.unsupported(.possessiveOrAtomic), position: position)
    }
    let next = position
    if try count() != nil { throw InvalidPattern(.nothingToRepeat, position: next) }
    // Repeating an empty part gives an empty part. Other parts are checked before they are
    // multiplied again, so that sizes cannot overflow.
    if part.size == 0 { return part }
    return try bounded(PatternNode(.repetition(part, atLeast: least, atMost: most)), at: start)
  }

  /// nil if there is no repetition at this position.
  private mutating func count() throws(InvalidPattern) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    guard let least = number() else { throw InvalidPattern(.badCount, position: start) }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}"), most ?? least >= least else { throw InvalidPattern(.badCount, position: start) }
    guard max(least, most ?? 0) <= Pattern.maximumSize else {
      throw InvalidPattern(.tooLarge(limit: Pattern.maximumSize), position: start)
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while position < scalars.count, let digit = Int(ifDigit: scalars[position]) {
      number = min((number ?? 0) * 10 + digit, 1_000_000)
      position += 1
    }
    return number
  }

  private mutating func atom() throws(InvalidPattern) -> PatternNode {
    let start = position
    if take("(") { return try group(at: start) }
    if take("[") { return try node(for: scalarClass(at: start)) }
    if take(".") { return node(for: .anyButLineEnd) }
    if take("^") { return PatternNode(.assertion(.beginning)) }
    if take("$") { return PatternNode(.assertion(.end)) }
    if take("\\") { return try escape(at: start) }
    if isNext("*") || isNext("+") || isNext("?") { throw InvalidPattern(.nothingToRepeat, position: start) }
    if isNext("{") {
      throw InvalidPattern(try count() == nil ? .badCount : .nothingToRepeat, position: start)
    }
    position += 1
    return node(for: scalars[start])
  }

  private mutating func group(at start: Int) throws(InvalidPattern) -> PatternNode {
    if take("?"), !take(":") { throw InvalidPattern(.unsupported(featureOfGroup), position: start) }
    guard depth < Pattern.maximumDepth else {
      throw InvalidPattern(.nestedTooDeep(limit: Pattern.maximumDepth), position: start)
    }
    depth += 1
    let inner = try choice()
    depth -= 1
    guard take(")") else { throw InvalidPattern(.unclosedGroup, position: start) }
    return inner
  }

  /// The feature that follows `(?`.
  private var featureOfGroup: InvalidPattern.Feature {
    if isNext("=") || isNext("!") || isNext("<=") || isNext("<!") { return .lookaround }
    if isNext(">") { return .possessiveOrAtomic }
    if isNext("<") || isNext("P") || isNext("'") { return .namedGroup }
    return .inlineOption
  }

  private mutating func escape(at start: Int) throws(InvalidPattern) -> PatternNode {
    if take("b") { return PatternNode(.assertion(.wordBorder)) }
    if take("B") { return PatternNode(.assertion(.noWordBorder)) }
    if take("A") { return PatternNode(.assertion(.beginning)) }
    if take("z") { return PatternNode(.assertion(.end)) }
    return switch try escaped(at: start) {
    case .scalar(let scalar): node(for: scalar)
    case .set(let set): node(for: set)
    }
  }
}

// MARK: Classes and escapes

extension PatternParser {
  private enum Escaped {
    case scalar(UInt32)
    case set(ScalarSet)
  }

  /// Reads what follows a backslash, inside or outside a class.
  private mutating func escaped(at start: Int) throws(InvalidPattern) -> Escaped {
    guard position < scalars.count else { throw InvalidPattern(.badEscape, position: start) }
    let named: [(String, Escaped)] = [
      ("d", .set(.digit)), ("w", .set(.word)), ("s", .set(.space)), ("D", .set(ScalarSet.digit.inverted)),
      ("W", .set(ScalarSet.word.inverted)), ("S", .set(ScalarSet.space.inverted)), ("t", .scalar(0x09)),
      ("n", .scalar(0x0A)),
      ("v", .scalar(0x0B)), ("f", .scalar(0x0C)), ("r", .scalar(0x0D)),
    ]
    for (name, meaning) in named where take(name) { return meaning }
    if isNext("p") || isNext("P") { throw InvalidPattern(.unsupported(.property), position: start) }
    if isNext("Q") || isNext("E") { throw InvalidPattern(.unsupported(.quotation), position: start) }
    if isNext("k") { throw InvalidPattern(.unsupported(.backreference), position: start) }
    if take("x") { return .scalar(try hexadecimal(2...2, at: start)) }
    if take("u{") {
      let scalar = try hexadecimal(1...6, at: start)
      guard take("}") else { throw InvalidPattern(.badEscape, position: start) }
      return .scalar(scalar)
    }
    if take("u") { return .scalar(try hexadecimal(4...4, at: start)) }
    let scalar = scalars[position]
    if scalar != 0x30, Int(ifDigit: scalar) != nil {
      throw InvalidPattern(.unsupported(.backreference), position: start)
    }
    guard scalar < 0x80, !ScalarSet.word.contains(scalar) || scalar == 0x5F else {
      throw InvalidPattern(.badEscape, position: start)
    }
    position += 1
    return .scalar(scalar)
  }

  private mutating func hexadecimal(_ digits: ClosedRange<Int>, at start: Int) throws(InvalidPattern)
    -> UInt32
  {
    var value: UInt32 = 0
    var count = 0
    while count < digits.upperBound, position < scalars.count,
      let digit = UInt32(ifHexadecimal: scalars[position])
    {
      value = value * 16 + digit
      position += 1
      count += 1
    }
    guard count >= digits.lowerBound, Unicode.Scalar(value) != nil else {
      throw InvalidPattern(.badEscape, position: start)
    }
    return value
  }

  private mutating func scalarClass(at start: Int) throws(InvalidPattern) -> ScalarSet {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var others: ScalarSet?
    while !isNext("]") {
      guard position < scalars.count else { throw InvalidPattern(.unclosedClass, position: start) }
      let first = position
      switch try member() {
      case .set(let set):
        if isNext("-"), !isNext("-]") { throw InvalidPattern(.badRange, position: first) }
        others = others?.union(set) ?? set
      case .scalar(let lower):
        guard isNext("-"), !isNext("-]") else {
          ranges.append(lower...lower)
          continue
        }
        position += 1
        guard position < scalars.count else { throw InvalidPattern(.unclosedClass, position: start) }
        guard case .scalar(let upper) = try member(), lower <= upper else {
          throw InvalidPattern(.badRange, position: first)
        }
        ranges.append(lower...upper)
      }
    }
    guard position > start + (isInverted ? 2 : 1) else {
      throw InvalidPattern(.unclosedClass, position: start)
    }
    position += 1
    var set = ScalarSet(ranges)
    // Ignoring case does not extend `\W` and the other classes: `\W` contains the Kelvin sign, so
    // it would then contain k.
    if ignoringCase { set = set.ignoringCase }
    if let others { set = set.union(others) }
    return isInverted ? set.inverted : set
  }

  private mutating func member() throws(InvalidPattern) -> Escaped {
    let start = position
    if take("\\") { return try escaped(at: start) }
    if isNext("[") || isNext("&&") || isNext("--") || isNext("~~") {
      throw InvalidPattern(.unsupported(.setOperation), position: start)
    }
    position += 1
    return .scalar(scalars[start])
  }

  private mutating func node(for scalar: UInt32) -> PatternNode {
    guard ignoringCase, let family = CaseFolding.families[CaseFolding.fold(scalar)] else {
      return PatternNode(.scalar(scalar))
    }
    return node(for: ScalarSet(family.map { $0...$0 }))
  }

  private mutating func node(for set: ScalarSet) -> PatternNode {
    if let number = numbers[set] { return PatternNode(.set(number)) }
    numbers[set] = sets.count
    sets.append(set)
    return PatternNode(.set(sets.count - 1))
  }

  private func isNext(_ text: String) -> Bool {
    var place = position
    for scalar in text.unicodeScalars {
      guard place < scalars.count, scalars[place] == scalar.value else { return false }
      place += 1
    }
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    position += text.unicodeScalars.count
    return true
  }
}

extension Int {
  fileprivate init?(ifDigit scalar: UInt32) {
    guard (0x30...0x39).contains(scalar) else { return nil }
    self = Int(scalar) - 0x30
  }
}

extension UInt32 {
  fileprivate init?(ifHexadecimal scalar: UInt32) {
    switch scalar {
    case 0x30...0x39: self = scalar - 0x30
    case 0x41...0x46: self = scalar - 0x41 + 10
    case 0x61...0x66: self = scalar - 0x61 + 10
    default: return nil
    }
  }
}

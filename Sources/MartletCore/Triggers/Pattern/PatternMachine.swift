// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The program of a pattern, and its search: a nondeterministic automaton that follows all states
/// at the same time.
struct PatternMachine: Sendable {
  enum Instruction: Equatable, Sendable {
    case scalar(UInt32)
    case set(Int)
    case assertion(PatternNode.Assertion)
    /// Continues at the next instruction and at this one.
    case split(Int)
    case jump(Int)
    case found
  }

  private(set) var instructions: ContiguousArray<Instruction> = []
  private let sets: ContiguousArray<ScalarSet>
  /// The scalars that a match can start with, or nil if this is unknown.
  private var beginning: ScalarSet?
  /// True if a match can only start at the beginning of the text.
  private var isAnchored: Bool
  /// The whole pattern, if it is plain text.
  private var literal: SubstringSearch?
  /// True if each instruction is followed by the next. Each start then has only one path, and the
  /// search keeps no state.
  private var isStraight: Bool

  init(_ root: PatternNode, sets: ContiguousArray<ScalarSet>) {
    self.sets = sets
    isAnchored = false
    isStraight = false
    place(root)
    instructions.append(.found)
    isAnchored = instructions[0] == .assertion(.beginning)
    beginning = firstScalars
    isStraight = instructions.allSatisfy { instruction in
      switch instruction {
      case .scalar, .set, .assertion, .found: true
      case .split, .jump: false
      }
    }
    var text = ""
    for instruction in instructions {
      if case .scalar(let value) = instruction, let scalar = Unicode.Scalar(value) {
        text.unicodeScalars.append(scalar)
      }
    }
    // If every instruction is a scalar, the pattern is plain text.
    if text.unicodeScalars.count == instructions.count - 1 {
      literal = SubstringSearch(text, ignoringCase: false)
    }
  }

  private mutating func place(_ node: PatternNode) {
    switch node.kind {
    case .scalar(let scalar): instructions.append(.scalar(scalar))
    case .set(let number): instructions.append(.set(number))
    case .assertion(let assertion): instructions.append(.assertion(assertion))
    case .sequence(let parts): for part in parts { place(part) }
    case .choice(let parts):
      var jumps: [Int] = []
      for part in parts.dropLast() {
        let split = instructions.count
        instructions.append(.split(0))
        place(part)
        jumps.append(instructions.count)
        instructions.append(.jump(0))
        instructions[split] = .split(instructions.count)
      }
      if let last = parts.last { place(last) }
      for jump in jumps { instructions[jump] = .jump(instructions.count) }
    case .repetition(let part, let least, let most):
      var start = instructions.count
      for _ in 0..<least {
        start = instructions.count
        place(part)
      }
      if let most {
        var splits: [Int] = []
        for _ in least..<most {
          splits.append(instructions.count)
          instructions.append(.split(0))
          place(part)
        }
        for split in splits { instructions[split] = .split(instructions.count) }
      } else if least > 0 {
        instructions.append(.split(start))
      } else {
        instructions.append(.split(0))
        place(part)
        instructions.append(.jump(start))
        instructions[start] = .split(instructions.count)
      }
    }
  }

  private var firstScalars: ScalarSet? {
    var first: [ClosedRange<UInt32>] = []
    var seen: Set<Int> = []
    var open = [0]
    while let position = open.popLast() {
      guard seen.insert(position).inserted else { continue }
      switch instructions[position] {
      case .scalar(let scalar): first.append(scalar...scalar)
      case .set(let number): first += sets[number].elements
      case .split(let other): open += [position + 1, other]
      case .jump(let other): open.append(other)
      case .assertion, .found: return nil
      }
    }
    return ScalarSet(first)
  }

  /// Adds one to `steps` for each instruction and scalar that it visits: at most `2 *
  /// instructions.count + 2` for each scalar of the text.
  func isFound(in text: String, steps: inout Int) -> Bool {
    if let literal, text.utf8.count <= Filter.maximumSearchedLength {
      steps += text.utf8.count
      return literal.isFound(in: text)
    }
    if isStraight, text.utf8.count <= Filter.maximumSearchedLength {
      return instructions.withUnsafeBufferPointer { runStraight($0, on: text.unicodeScalars, &steps) }
    }
    let size = instructions.count
    var count = 0
    // Four lists with one number for each instruction. They are on the stack except for large
    // patterns.
    let isFound = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * size) { memory in
      memory.initialize(repeating: 0)
      var search = PatternSearch(memory, size: size)
      return instructions.withUnsafeBufferPointer { run($0, on: text, &search, &count) }
    }
    steps += count
    return isFound
  }

  /// Tries one start after the other. Each try takes at most one step for each instruction.
  private func runStraight(
    _ instructions: UnsafeBufferPointer<Instruction>, on scalars: String.UnicodeScalarView, _ steps: inout Int
  ) -> Bool {
    var rest = scalars.makeIterator()
    var beforeStart: UInt32?
    while true {
      var (ahead, previous, position) = (rest, beforeStart, 0)
      var scalar = ahead.next()?.value
      attempt: while true {
        steps += 1
        switch instructions[position] {
        case .found: return true
        case .assertion(let assertion):
          guard assertion.isTrue(between: previous, and: scalar) else { break attempt }
          position += 1
          continue attempt
        case .scalar(let wanted):
          guard scalar == wanted else { break attempt }
        case .set(let number):
          guard let scalar, sets[number].contains(scalar) else { break attempt }
        case .split, .jump: break attempt
        }
        previous = scalar
        scalar = ahead.next()?.value
        position += 1
      }
      guard !isAnchored, let start = rest.next() else { return false }
      beforeStart = start.value
    }
  }

  private func run(
    _ instructions: UnsafeBufferPointer<Instruction>, on text: String, _ search: inout PatternSearch,
    _ steps: inout Int
  ) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    var previous: UInt32?
    for position in 0...Filter.maximumSearchedLength {
      let scalar = position < Filter.maximumSearchedLength ? scalars.next()?.value : nil
      steps += 1
      if search.isIdle {
        if isAnchored && position > 0 { return false }
        if let beginning {
          guard let scalar else { return false }
          if !beginning.contains(scalar) {
            previous = scalar
            continue
          }
        }
      }
      search.begin()
      search.push(0)
      while let next = search.popState(&steps) {
        switch instructions[next] {
        case .found: return true
        case .scalar, .set: search.wait(at: next)
        case .jump(let other): search.push(other)
        case .split(let other):
          search.push(other)
          search.push(next + 1)
        case .assertion(let assertion):
          if assertion.isTrue(between: previous, and: scalar) { search.push(next + 1) }
        }
      }
      guard let scalar else { return false }
      search.advance(&steps) { waiting in
        switch instructions[waiting] {
        case .scalar(let wanted): scalar == wanted
        case .set(let number): sets[number].contains(scalar)
        default: false
        }
      }
      previous = scalar
    }
    return false
  }
}

/// The working memory of one search.
struct PatternSearch {
  /// Instructions that wait for the next scalar.
  private var waiting: UnsafeMutablePointer<UInt16>
  private var waitingCount = 0
  /// Instructions that were reached but not yet visited. Those that follow the last scalar come
  /// first.
  private var open: UnsafeMutablePointer<UInt16>
  private var openCount = 0
  /// The round in which each instruction was last reached.
  private var reached: UnsafeMutablePointer<UInt16>
  private var carried: UnsafeMutablePointer<UInt16>
  private var carriedCount = 0
  private var round: UInt16 = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt16>, size: Int) {
    // A buffer without memory has no instructions, but a program has at least one.
    let base = memory.baseAddress.unsafelyUnwrapped
    waiting = base
    open = base + size
    reached = base + 2 * size
    carried = base + 3 * size
  }

  /// True if no partial match is in progress.
  var isIdle: Bool { carriedCount == 0 }

  /// Moves to the next scalar of the text, with all instructions that the last scalar led to.
  /// `UInt16` has enough numbers for all rounds.
  mutating func begin() {
    round += 1
    waitingCount = 0
    openCount = 0
    for index in 0..<carriedCount { push(Int(carried[index])) }
    carriedCount = 0
  }

  @inline(__always)
  mutating func push(_ instruction: Int) {
    guard reached[instruction] != round else { return }
    reached[instruction] = round
    open[openCount] = UInt16(truncatingIfNeeded: instruction)
    openCount += 1
  }

  @inline(__always)
  mutating func popState(_ steps: inout Int) -> Int? {
    guard openCount > 0 else { return nil }
    steps += 1
    openCount -= 1
    return Int(open[openCount])
  }

  @inline(__always)
  mutating func wait(at instruction: Int) {
    waiting[waitingCount] = UInt16(truncatingIfNeeded: instruction)
    waitingCount += 1
  }

  /// Continues after each waiting instruction that accepts the scalar.
  @inline(__always)
  mutating func advance(_ steps: inout Int, accepts: (Int) -> Bool) {
    for index in 0..<waitingCount {
      steps += 1
      if accepts(Int(waiting[index])) {
        carried[carriedCount] = waiting[index] + 1
        carriedCount += 1
      }
    }
  }
}

extension PatternNode.Assertion {
  fileprivate func isTrue(between previous: UInt32?, and next: UInt32?) -> Bool {
    func isWord(_ scalar: UInt32?) -> Bool { scalar.map(ScalarSet.word.contains) ?? false }
    return switch self {
    case .beginning: previous == nil
    case .end: next == nil
    case .wordBorder: isWord(previous) != isWord(next)
    case .noWordBorder: isWord(previous) == isWord(next)
    }
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes the text files of a folder as Swift literals: `AssetEmbedder FOLDER FILE`. The build runs
/// it for each module that has a folder Assets.
@main
enum AssetEmbedder {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    do {
      guard arguments.count == 2 else {
        throw Complaint("two arguments are needed: the folder to read, the file to write")
      }
      let source = try self.source(of: arguments[0])
      // An unchanged file does not need to be compiled again.
      if (try? String(contentsOf: arguments[1], encoding: .utf8)) == source { return }
      try source.write(to: arguments[1], atomically: true, encoding: .utf8)
    } catch {
      FileHandle.standardError.write(Data("AssetEmbedder: error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func source(of folder: URL) throws -> String {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().compactMap {
      path -> (path: String, text: String)? in
      let file = folder.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
      guard let text = String(data: try Data(contentsOf: file), encoding: .utf8) else {
        throw Complaint("\(path) is no text in UTF-8; only texts can be embedded")
      }
      return (path, text)
    }
    guard !files.isEmpty else { throw Complaint("there is no file in \(folder.path)") }
    let list = files.indices.map { "    file\($0),\n" }.joined()
    let literals = files.enumerated().map {
      "private let file\($0): (path: String, text: StaticString) = (\"\($1.path)\", \(literal($1.text)))\n"
    }
    return """
      // Written by AssetEmbedder from the files in Assets.

      package enum EmbeddedFiles {
        package static let all: [(path: String, text: StaticString)] = [
      \(list)  ]
      }

      \(literals.joined(separator: "\n"))
      """
  }

  /// A raw literal whose text needs no escaping.
  private static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    // The line break before the closing quotes is not part of the literal, but a file's last line
    // break is, so one line is added.
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}

/// An error message for whoever runs the build.
struct Complaint: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

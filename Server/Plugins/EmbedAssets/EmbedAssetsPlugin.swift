// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Has the files in a module's folder Assets compiled into it, so that the server is one binary
/// with nothing beside it.
@main
struct EmbedAssetsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let assets = target.directoryURL.appending(path: "Assets")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the assets of \(target.name)",
        executable: try context.tool(named: "AssetEmbedder").url,
        arguments: [assets.path, output.path], inputFiles: files(in: assets), outputFiles: [output])
    ]
  }

  private func files(in folder: URL) -> [URL] {
    let all =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])?.compactMap
    { $0 as? URL } ?? []
    return all.filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
  }
}

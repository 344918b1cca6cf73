// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Foundation
package import MartletKit

extension SceneNode.Web {
  /// A page with the files that the device has for it. nil if there is no page.
  package init?(
    page: String, baseURL: URL?, local: Martlet.LocalAssets, bridge: SceneNode.BridgeAccess,
    linkTargetSupport: Bool = true,
    countsLinks: Bool = false, readsLinkOptions: Bool = false, allowsInspector: Bool = true,
    surroundings: Surroundings
  ) {
    // The archive that the base address names, otherwise the first archive by address.
    let archive = baseURL.flatMap { local.archive($0) } ?? local.archives.min { $0.key < $1.key }?.value
    let pageURL = page.isEmpty ? archive?.page : nil
    guard !page.isEmpty || pageURL != nil else { return nil }
    let base = archive?.page?.deletingLastPathComponent() ?? archive?.folder
    self.init(
      page: page, pageURL: pageURL?.absoluteString, baseURL: (base ?? baseURL)?.absoluteString,
      assets: local.fileURLs.mapValues(\.absoluteString), bridge: bridge,
      linkTargetSupport: linkTargetSupport, countsLinks: countsLinks,
      readsLinkOptions: readsLinkOptions, allowsInspector: allowsInspector, surroundings: surroundings)
  }
}

extension SceneNode.Web.Surroundings {
  package init(_ traits: SceneTraits, safeArea: Insets) {
    self.init(
      scheme: traits.scheme, textScale: min(max(traits.textScale, 0.8), 3.2), direction: traits.direction,
      reduceMotion: traits.reduceMotion, reduceTransparency: traits.reduceTransparency,
      increaseContrast: traits.increaseContrast,
      safeArea: safeArea)
  }
}

extension SceneNode {
  /// A target of 44 points in the corner, on a disc that is visible on any page.
  package static func pageCloseControl(_ traits: SceneTraits) -> SceneNode {
    // A page has no theme. The default one is readable on its disc over any content.
    let palette = ScenePalette(
      theme: Martlet.InAppMessage.Themes.defaults.theme(for: traits.scheme), traits: traits)
    let button = closeControl(
      palette.close, on: palette.disc, border: palette.discEdge,
      shadow: .init(color: SceneColor(argb: 0x3300_0000), x: 0, y: 1, radius: 4),
      label: BuiltInWords.close.text(message: nil, person: traits.language))
    return column(
      "close-corner", [button], alignment: .center,
      style: .init(
        padding: Insets(
          top: traits.safeArea.top + 8, leading: 8, bottom: 8, trailing: traits.safeArea.trailing + 8),
        keepsSize: true,
        position: .topTrailing))
  }
}

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Brings the pictures of banners and the files of pages before they are shown.
extension Client {
  /// Goes on at once if all files are on the device.
  func bring(_ task: ReachTask) {
    guard let key = task.key else { return }
    reachTasks[key] = task
    // Without a disk, files load while they are drawn.
    guard storage != nil else {
      _ = finish(reachTask: key, .success(Martlet.LocalAssets()))
      return
    }
    follow { $0.prepare(task.needs, for: key, within: task.patience) }
  }

  /// Returns false if nobody waits for these files.
  func finish(reachTask key: String, _ result: Result<Martlet.LocalAssets, AssetFailure>) -> Bool {
    guard let task = reachTasks[key] else { return false }
    reachTasks[key] = nil
    switch (task, result) {
    case (.offer(let item, var contents, let attempt, let isRepeat), .success(let files)):
      contents.files = files
      stage.yield(.reach(.offer(item, contents, attempt: attempt, isRepeat: isRepeat)))
    case (.offer(let item, var contents, let attempt, let isRepeat), .failure(let failure)):
      // The texts say what the campaign is about. A picture alone does not.
      guard [contents.banner?.title, contents.banner?.text].contains(where: { $0?.isEmpty == false }) else {
        log.error("Campaign \(item.campaign) cannot be shown because its picture is missing: \(failure)")
        drive(.reach(.failed(id: item.id, .loadFailed)), at: environment.now())
        break
      }
      contents.banner?.imageURL = nil
      stage.yield(.reach(.offer(item, contents, attempt: attempt, isRepeat: isRepeat)))
    case (.load(let item, _), .success(let files)):
      reachTasks[key] = .loaded(files)
      drive(.reach(.loaded(id: item.id)), at: environment.now())
    case (.load(let item, _), .failure): drive(.reach(.loadFailed(id: item.id)), at: environment.now())
    case (.loaded, _): reachTasks[key] = task
    }
    return true
  }

  /// Opens the content with its files, or has them loaded first.
  func open(_ item: ReachItem, _ contents: ReachContents) {
    let key = ReachTask.key(ofContentOf: item.id)
    var contents = contents
    if case .loaded(let files)? = reachTasks[key] {
      contents.files = files
    } else if storage != nil {
      guard let files = assets.claim(AssetNeeds(content: contents.content), for: key) else {
        return drive(.reach(.contentMissing(id: item.id)), at: environment.now())
      }
      contents.files = files
    }
    contents.isFromTap = engine.reach.isTapped(item.id)
    stage.yield(.reach(.open(item, contents)))
  }

  func releaseFiles(of item: ReachItem) {
    for key in [ReachTask.key(ofBannerOf: item.id), ReachTask.key(ofContentOf: item.id)] {
      reachTasks[key] = nil
      follow { $0.release(key) }
    }
  }
}

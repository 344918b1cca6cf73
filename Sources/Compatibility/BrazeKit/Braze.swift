// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported public import MartletKit

/// The client, under the name that apps which move in have for it. Everything in it (`Braze.Configuration`, `Braze.InAppMessage` …) comes
/// along.
public typealias Braze = Martlet

/// What shows messages, under the name that apps which move in have for it.
public typealias BrazeInAppMessagePresenter = InAppMessagePresenter

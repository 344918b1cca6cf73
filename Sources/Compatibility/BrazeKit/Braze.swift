// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported public import MartletKit

/// The client, under the name in apps that move to Martlet. Its nested types (`Braze.Configuration`, `Braze.InAppMessage` …) have their
/// names too.
public typealias Braze = Martlet

/// The presenter protocol, under the name in apps that move to Martlet.
public typealias BrazeInAppMessagePresenter = InAppMessagePresenter

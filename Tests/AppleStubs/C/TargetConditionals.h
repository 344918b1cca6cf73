// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// compiler: headers include it for TARGET_OS_TV and its like, which the compiler itself defines for Apple's systems
#pragma once

// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: argument must be a string interpolation
import os

func mistake(_ logger: Logger, _ message: OSLogMessage) { logger.info(message) }

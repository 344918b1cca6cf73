// Domain

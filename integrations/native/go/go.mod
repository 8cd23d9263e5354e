module mimeo

go 1.18
